import type { IncomingMessage } from 'node:http';
import { ApiError } from '@app/errors';
import type { FastifyRequest } from 'fastify';
import { clearBodyDeadline } from './deadline.js';

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
