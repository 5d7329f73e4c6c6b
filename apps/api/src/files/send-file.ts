import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../well-known/etag.js';
import { acceptedEncodings, type StaticFile } from './static-files.js';

const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/**
 * Sends a file, compressed if the client accepts that; or nothing, if the client has it. A browser stores no page whose URL has a
 * token or a code.
 */
export async function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const isSecret = query.has('token') || query.has('code');
  reply
    .header('cache-control', isSecret ? 'no-store' : file.hashed ? FOR_A_YEAR : 'no-cache')
    .header('vary', 'accept-encoding');
  if (isNotModified(file.etag, request.headers['if-none-match'], reply)) {
    await reply.send();
    return;
  }
  const { bytes, encoding } = await file.as(acceptedEncodings(String(request.headers['accept-encoding'] ?? '')));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  await reply.type(file.type).send(bytes);
}
