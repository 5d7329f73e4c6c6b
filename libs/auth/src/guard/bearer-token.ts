import type { BearerRequest } from './request-of.js';

/** The token of `Authorization: Bearer …`: the scheme word in any case, and nothing behind the token (RFC 6750, section 2.1). */
export function bearerToken({ headers }: BearerRequest): string | null {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers?.authorization ?? '')?.[1] ?? null;
}
