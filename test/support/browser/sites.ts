import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Authority, type Certificate } from '../service/neighbours.js';

type Host = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A request that a host has passed on to another server, and what of the answer concerns cookies. */
interface Forwarded {
  method: string;
  path: string;
  status: number;
  setsCookie: boolean;
}

/**
 * Hosts below `localhost`, all reached by https. Browsers find them on this machine, and know `shop.localhost` for a site with
 * subdomains: `app.shop.localhost` is on the site of `auth.shop.localhost`, and `evil.localhost` is not.
 */
export class Sites {
  private readonly hosts = new Map<string, Host>();
  private readonly servers: Server[] = [];
  private port = 0;
  readonly forwarded: Forwarded[] = [];

  private constructor(private readonly certificate: Certificate) {}

  static async start(): Promise<Sites> {
    const sites = new Sites(new Authority().selfSigned('/CN=localhost', 'DNS:*.shop.localhost'));
    sites.port = await sites.listen();
    return sites;
  }

  /** Serves the same hosts at another port, too, which it returns. */
  async listen(): Promise<number> {
    const server = createServer(this.certificate, (incoming, outgoing) => this.answer(incoming, outgoing));
    await once(server.listen(0), 'listening');
    this.servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  /** The origin of a host, such as `app.shop`. */
  origin(name: string, port = this.port): string {
    return `https://${name}.localhost:${port}`;
  }

  /** @param name such as `app.shop`; or `*` for all hosts that have no other handler */
  serve(name: string, host: Host): void {
    this.hosts.set(name, host);
  }

  async stop(): Promise<void> {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  /** Passes a request on to another server, and its answer back. */
  forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url: path = '', headers } = incoming;
    const onwards = request(`${target}${path}`, { method, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      this.forwarded.push({ method, path, status, setsCookie: answer.headers['set-cookie'] !== undefined });
      outgoing.writeHead(status, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.pipe(onwards);
  }

  private answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const name = incoming.headers.host?.replace(/\.localhost:\d+$/, '') ?? '';
    const host = this.hosts.get(name) ?? this.hosts.get('*');
    if (host) host(incoming, outgoing);
    else outgoing.writeHead(404).end();
  }
}

/** Answers with an HTML page. */
export const html =
  (text: string): Host =>
  (_incoming, outgoing) =>
    void outgoing.setHeader('content-type', 'text/html; charset=utf-8').end(text);
