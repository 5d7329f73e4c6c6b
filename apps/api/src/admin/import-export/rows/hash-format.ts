/** The name of the format of a password hash, for the report of an import. */
export function hashFormatOf(hash: string | null): string {
  if (hash === null) return 'none';
  if (/^(?:hmac-sha256:)?\$2[aby]\$/.test(hash)) return 'bcrypt';
  return /^\$?([a-z\d-]+)/i.exec(hash)?.[1] ?? 'other';
}
