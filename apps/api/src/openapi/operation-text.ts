/** What the OpenAPI document says of an operation in words. */
export interface OperationText {
  summary: string;
  /** What a caller must know besides the summary, the fields and the error codes. */
  description: string;
  /** The parameters in the path, and what each means. */
  parameters?: Record<string, string>;
}
