import type { IncomingMessage } from 'node:http';
import { ApiError } from '@app/errors';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { hasBody } from '../stream/deadline.js';

const MAX_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * The last guard of an endpoint reads the body: who is not let in by the others is told so before the size, the type or
 * the content of the body is looked at, and costs no parsing. A guard and not an interceptor, since all that rxjs keeps
 * of a request outlives it, up to the next full garbage collection.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await readBody(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}

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

/** Here and not where a DTO is filled: a DELETE has none, and must not take what nobody can have meant. */
function requireObject(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ApiError('INVALID_REQUEST', 'The request body must be a JSON object.');
}

function requireJson(headers: IncomingMessage['headers']): void {
  if (!isPlain(headers, JSON_TYPE)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
}

/** Whether a body is of this type, in UTF-8 and not compressed. */
export function isPlain(headers: IncomingMessage['headers'], wanted: RegExp): boolean {
  const type = headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  const compressed = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  return !compressed && wanted.test(type) && ['utf-8', 'utf8'].includes(charset);
}

/** The bytes of a body. What is too much is read and dropped, so that the client gets to see our answer. */
function collect(raw: IncomingMessage): Promise<Buffer> {
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
