import { type IncomingMessage, type OutgoingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BlockedDestination } from './destination.js';
import type { Resolved } from './name-lookup.js';

/** A request to an endpoint, whose addresses were judged. */
export interface Post {
  url: URL;
  addresses: Resolved[];
  headers: OutgoingHttpHeaders;
  body: Buffer;
  signal: AbortSignal;
}

/**
 * Sends a request to the judged addresses, without redirects, without a proxy, and without keeping the connection.
 * @param read reads or destroys the answer
 */
export function post(
  { url, addresses, headers, body, signal }: Post,
  read: (answer: IncomingMessage) => void,
): Promise<IncomingMessage> {
  const options = { method: 'POST', headers, signal, lookup: judged(addresses), agent: false, maxHeaderSize: 16_384 };
  return new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options);
    request.on('error', fail);
    request.on('response', (answer) => {
      done(answer);
      read(answer);
    });
    request.end(body);
  });
}

/** Answers with the addresses that were judged, in place of another look-up. */
function judged(addresses: Resolved[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The code of a system error says enough, and its message may be long. */
export function reasonOf(error: unknown): string {
  if (error instanceof BlockedDestination) return `blocked: ${error.message}`;
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] };
  return code ?? (message || errors?.[0]?.message) ?? 'unknown';
}
