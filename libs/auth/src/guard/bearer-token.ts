import type { BearerRequest } from './request-of.js';

/** The token of `Authorization: Bearer …`: the scheme in any case, and no text after the token (RFC 6750, section 2.1). */
export function bearerToken({ headers }: BearerRequest): string | null {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers?.authorization ?? '')?.[1] ?? null;
}
