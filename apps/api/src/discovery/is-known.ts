import type { FastifyReply } from 'fastify';

/**
 * Names the answer by its entity tag; where the client has it already, as its `If-None-Match` says, the answer is 304
 * (RFC 9110, section 13.1.2).
 */
export function isKnown(etag: string, ifNoneMatch: string | undefined, reply: FastifyReply): boolean {
  reply.header('etag', etag);
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
  if (known) reply.status(304);
  return known;
}
