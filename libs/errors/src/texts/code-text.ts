/** What the reference says of an error code, in Markdown. */
export interface CodeText {
  /** When the service answers with the code, beyond its message. */
  meaning: string;
  /** What the caller, or the operator of the service, does then. */
  remedy: string;
  /** Where else it occurs than in the answers of endpoints that list it in the OpenAPI document. */
  elsewhere?: string;
}
