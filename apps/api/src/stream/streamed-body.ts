import type { IncomingMessage } from 'node:http';
import { ApiError } from '@app/errors';
import type { FastifyRequest } from 'fastify';
import { endDeadline } from './deadline.js';

/** A client that sends nothing for this long while we wait for it has stopped. */
const STALL_MS = 60_000;

/**
 * The bytes of a body as they arrive, of any length and for as long as it takes. Time counts only while they are waited
 * for, not while those that came are worked on. The signal ends it because the service is to stop.
 * @throws {ApiError} INVALID_REQUEST when the client stops sending, or goes away; UNAVAILABLE
 */
export async function* arrivals(request: FastifyRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { raw } = request;
  endDeadline(request);
  // Also while nobody waits for a chunk.
  raw.on('error', () => undefined);
  try {
    for (let chunk = await arrival(raw, signal); chunk; chunk = await arrival(raw, signal)) yield chunk;
  } finally {
    // What is left is read and dropped, so that the client gets to see our answer.
    raw.resume();
  }
}

/** The next chunk, or undefined at the end. Holds on to nothing afterwards: an import may have millions of them. */
function arrival(raw: IncomingMessage, signal: AbortSignal): Promise<Buffer | undefined> {
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
