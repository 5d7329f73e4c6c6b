import type { FastifyRequest } from 'fastify';

/** The token in `Authorization: Bearer …` (RFC 6750), of an administrator or of a user. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}
