/** The token of `Authorization: Bearer …`: the scheme in any case, and no text after the token (RFC 6750, section 2.1). */
export function bearerToken(authorization: unknown): string | null {
  return typeof authorization === 'string' ? (/^bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1] ?? null) : null;
}
