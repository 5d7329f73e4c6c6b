import type { IncomingMessage } from 'node:http';
import { ApiError } from '@app/errors';
import type { FastifyRequest } from 'fastify';
import { hasBody } from './deadline.js';

const MAX_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * The body of a request as a JSON object, read at most once; `{}` for an empty one.
 * @throws {ApiError} PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function readBody(request: FastifyRequest): Promise<unknown> {
  request.body ??= await parseBody(request);
  return request.body;
}

async function parseBody(request: FastifyRequest): Promise<unknown> {
  const { raw, headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (!hasBody(request)) return {};
  if (length > 0) requireJson(headers);
  if (length > MAX_BYTES) throw new ApiError('PAYLOAD_TOO_LARGE');
  const bytes = await collect(raw);
  if (bytes.length === 0) return {};
  requireJson(headers);
  return requireObject(parseJson(bytes));
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The request body is not valid JSON.', { cause });
  }
}

/** Checked here and not by the validation pipe: an endpoint without a DTO, such as a DELETE, also refuses other JSON values. */
function requireObject(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ApiError('INVALID_REQUEST', 'The request body must be a JSON object.');
}

function requireJson(headers: IncomingMessage['headers']): void {
  if (!isUncompressed(headers, JSON_TYPE)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
}

/** Whether a body has this media type, in UTF-8 and not compressed. */
export function isUncompressed(headers: IncomingMessage['headers'], mediaType: RegExp): boolean {
  const type = headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  const compressed = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  return !compressed && mediaType.test(type) && ['utf-8', 'utf8'].includes(charset);
}

/** The bytes of a body. Bytes beyond the limit are read and dropped, so that the client can read the answer. */
export function collect(raw: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BYTES) chunks.push(chunk);
      else reject(new ApiError('PAYLOAD_TOO_LARGE'));
    });
    raw.on('end', () => resolve(Buffer.concat(chunks)));
    raw.on('error', (cause) =>
      reject(
        new ApiError('INVALID_REQUEST', 'The request body broke off.', {
          cause,
        }),
      ),
    );
  });
}
