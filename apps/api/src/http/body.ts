import type { IncomingMessage } from 'node:http';
import { ApiError } from '@app/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The time within which the whole body of a request must arrive. */
const ARRIVAL_MS = 30_000;

/** The property of a message that holds its timer. A WeakMap would slow down each garbage collection. */
const DEADLINE = Symbol('deadline');

type Timed = FastifyRequest['raw'] & { [DEADLINE]?: NodeJS.Timeout };

/**
 * Sets a deadline for the bodies of requests. Node's `requestTimeout` has no exception for single requests, and an
 * import may take any time. Node limits the time of the headers.
 */
export function setBodyDeadlines(server: FastifyInstance, onTimeout: (reply: FastifyReply) => void): void {
  const start = ({ raw }: { raw: Timed }, reply: FastifyReply) => {
    clearTimeout(raw[DEADLINE]);
    raw[DEADLINE] = setTimeout(() => onTimeout(reply), ARRIVAL_MS).unref();
  };
  server.addHook('onRequest', (request, reply, done) => {
    const stop = () => clearBodyDeadline(request);
    if (hasBody(request)) {
      start(request, reply);
      request.raw.once('end', stop).once('close', stop);
    }
    done();
  });
  // The rest of a body is read and dropped after its answer; this has a limit, too.
  server.addHook('onResponse', (request, reply, done) => {
    if (hasBody(request) && !request.raw.readableEnded && !request.raw.destroyed) start(request, reply);
    done();
  });
}

/** Removes the deadline of a request that passed the guards and may have a body of any length. */
function clearBodyDeadline({ raw }: { raw: Timed }): void {
  clearTimeout(raw[DEADLINE]);
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

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

/** A request fails when the service waits this long for its next chunk. */
const STALL_MS = 60_000;

/**
 * The chunks of a body of any length. The timeout covers only the wait for the next chunk, not the time that the caller
 * needs to process one.
 * @param signal aborted at the shutdown of the service
 * @throws {ApiError} INVALID_REQUEST when the client stops sending or disconnects; UNAVAILABLE at the shutdown
 */
export async function* streamBody(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { raw } = request;
  clearBodyDeadline(request);
  // An error may also occur between two chunks, when no other listener is attached.
  raw.on('error', () => undefined);
  try {
    for (let chunk = await nextChunk(raw, signal); chunk; chunk = await nextChunk(raw, signal)) yield chunk;
  } finally {
    // The rest is read and dropped, so that the client can read the answer.
    raw.resume();
  }
}

/** The next chunk, or undefined at the end. Removes all its listeners: an import may have millions of chunks. */
function nextChunk(raw: IncomingMessage, signal: AbortSignal): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      raw.pause();
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) raw.off(event, listener);
      signal.removeEventListener('abort', stop);
      then();
    };
    const fail = (error: ApiError) => settle(() => reject(error));
    const stop = () => fail(new ApiError('UNAVAILABLE', 'The service is stopping.'));
    const breakOff = () => fail(new ApiError('INVALID_REQUEST', 'The request body broke off.'));
    const stall = () => fail(new ApiError('INVALID_REQUEST', `Nothing arrived for ${STALL_MS / 1_000} seconds.`));
    const timer = setTimeout(stall, STALL_MS);
    const listeners: Record<string, (chunk: Buffer) => void> = {
      data: (chunk) => settle(() => resolve(chunk)),
      end: () => settle(() => resolve(undefined)),
      error: breakOff,
      close: breakOff,
    };
    if (signal.aborted) return stop();
    if (raw.readableEnded) return settle(() => resolve(undefined));
    if (raw.destroyed) return breakOff();
    for (const [event, listener] of Object.entries(listeners)) raw.on(event, listener);
    signal.addEventListener('abort', stop);
    raw.resume();
  });
}
