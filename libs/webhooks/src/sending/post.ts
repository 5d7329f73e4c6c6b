import { type IncomingMessage, type OutgoingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { BlockedDestination } from './destination.js';
import type { Resolved } from './name-lookup.js';

/** A request to an endpoint, whose addresses were checked. */
export interface Post {
  url: URL;
  addresses: Resolved[];
  headers: OutgoingHttpHeaders;
  body: Buffer;
  signal: AbortSignal;
}

/** `reason` says why a certificate is for another name. */
type Failure = NodeJS.ErrnoException & { errors?: Error[]; reason?: string };

/** Sends a request to the checked addresses, without redirects, without a proxy, and without keeping the connection. */
export function post({ url, addresses, headers, body, signal }: Post): Promise<IncomingMessage> {
  const options = { method: 'POST', headers, signal, lookup: checked(addresses), agent: false, maxHeaderSize: 16_384 };
  return new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options);
    request.on('error', fail);
    request.on('response', done);
    request.end(body);
  });
}

/** Answers with the addresses that were checked, in place of another look-up. */
function checked(addresses: Resolved[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The code of a system error says enough, and its message may be long. Errors of TLS need their texts. */
export function reasonOf(error: unknown): string {
  if (error instanceof BlockedDestination) return `blocked: ${error.message}`;
  const { code, message, errors, syscall, reason } = error as Failure;
  if (code === undefined) return (message || errors?.[0]?.message) ?? 'unknown';
  const detail = reason ?? (syscall === undefined || code === 'EPROTO' ? message : undefined);
  return detail ? `${code}: ${detail}` : code;
}
