import { ApiError } from '@app/errors';
import type { FastifyRequest } from 'fastify';
import { collect, isUncompressed } from './read-body.js';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * The fields of an HTML form.
 * @throws {ApiError} PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function readForm(request: FastifyRequest): Promise<URLSearchParams> {
  if (!isUncompressed(request.headers, FORM_TYPE)) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The request body must be an uncompressed HTML form in UTF-8.');
  }
  const bytes = await collect(request.raw);
  return new URLSearchParams(bytes.toString('utf8'));
}
