import type { FastifyReply } from 'fastify';

/**
 * Sets the `ETag` header. Sets status 304 and returns true if `If-None-Match` has the same tag (RFC 9110, section
 * 13.1.2).
 */
export function isNotModified(etag: string, ifNoneMatch: string | undefined, reply: FastifyReply): boolean {
  reply.header('etag', etag);
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const matches = ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;
  if (matches) reply.status(304);
  return matches;
}
