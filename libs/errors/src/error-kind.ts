/** A kind of failure. */
export interface ErrorKind {
  /** The HTTP status; 400 if it is left out. The specification requires 400 for what it documents; all others have their usual one (RFC 9110, section 15). */
  status?: number;
  /** The default message, for people. */
  message: string;
  /** The texts of docs/reference/error-codes.md, in Markdown: when it happens, and what the caller can do. */
  meaning: string;
  remedy: string;
  /** Where it is met elsewhere than in the answer of an endpoint. */
  elsewhere?: string;
}
