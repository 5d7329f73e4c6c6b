import { isIP, isIPv4 } from 'node:net';
import type { Env } from '@app/config';
import { compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';

const WARN_SECONDS = 600;
const WARNING =
  'X-Forwarded-For from a proxy of TRUST_PROXY has an entry that is no IP address. Its clients count as the proxy: they share rate limits, sessions and events. ' +
  'Let the proxy write the address of its client, and check that TRUST_PROXY does not count more proxies than there are.';

const ADDRESS = Symbol('client address');
type AddressedRequest = Pick<FastifyRequest, 'raw'> & { [ADDRESS]?: string };

/** The proxies of `TRUST_PROXY`, and the clients behind them. */
export class Proxies {
  private readonly trusts: (address: string, hop: number) => boolean;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    { trustProxy }: Pick<Env, 'trustProxy'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    if (trustProxy === false) this.trusts = () => false;
    else this.trusts = typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : compile(trustProxy);
  }

  /** Whether the peer of a connection is a proxy. With a number of hops, each peer is one. */
  include(peer: string): boolean {
    return this.trusts(peer, 0);
  }

  /** Finds the client of a request, for `clientAddress()`. */
  identify(request: AddressedRequest): void {
    request[ADDRESS] = this.clientOf(request.raw);
  }

  /**
   * Walks from the peer backwards through the entries of the header, as long as each address is that of a proxy. The client itself may
   * have written all entries before the first that no proxy has.
   */
  private clientOf({ socket, headers }: FastifyRequest['raw']): string {
    const peer = readAddress(socket.remoteAddress ?? '') ?? '';
    if (!this.include(peer)) return peer;
    // Node joins several lines of this header.
    const entries = String(headers['x-forwarded-for'] ?? '').split(',');
    const before = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
    for (let hop = 1, client: string | undefined = peer; ; hop++) {
      const entry = before.pop();
      if (entry === undefined) return client ?? this.unknown(peer);
      client = readAddress(entry);
      if (!this.trusts(client ?? '', hop)) return client ?? this.unknown(peer);
    }
  }

  private unknown(peer: string): string {
    const now = Date.now() / 1_000;
    if (Math.abs(now - this.warnedAt) >= WARN_SECONDS) {
      this.warnedAt = now;
      this.logger.warn(WARNING);
    }
    return peer;
  }
}

/** An IPv4 address or an IPv6 address in brackets, with a port; or an IPv6 address. An IPv6 address may have a zone. */
const ENTRY = /^(?:\[([\da-f:.]+)(?:%[^\]]*)?\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?|([\da-f:.]+)(?:%.*)?)$/i;
const QUOTED = /^"(.*)"$/;

/**
 * The IP address of an entry; undefined when it is none. Some proxies add a port, also in quotation marks. A zone has no meaning on
 * other machines, and an IPv4 address written as an IPv6 address is the IPv4 address.
 */
function readAddress(entry: string): string | undefined {
  // The address of most connections, for each request: with a socket for both families it begins like this.
  const plain = entry.startsWith('::ffff:') ? entry.slice('::ffff:'.length) : entry;
  if (isIPv4(plain)) return plain;
  const [, bracketed, v4, v6] = ENTRY.exec(entry.replace(QUOTED, '$1')) ?? [];
  const text = v4 ?? bracketed ?? v6 ?? '';
  return isIP(text) === (v4 === undefined ? 6 : 4) ? ipaddr.process(text).toString() : undefined;
}

/** The address of the client, as seen through the proxies of `TRUST_PROXY`. */
export function clientAddress(request: AddressedRequest): string {
  return request[ADDRESS] ?? readAddress(request.raw.socket.remoteAddress ?? '') ?? '';
}
