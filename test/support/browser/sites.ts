import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { LocalServer } from '../http/http.js';
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

const ROOT = resolve(__dirname, '../../..');

const STYLE = `
  latchkey-sign-in { --lk-action: #010203; --lk-radius: 0px }
  latchkey-sign-in::part(title) { font-style: italic }`;

const CODE = `
  import './index.ts';
  import './account.ts';
  import { createClient } from '@latchkey/client';
  globalThis.events = [];
  for (const name of ['latchkey-signed-in', 'latchkey-signed-out']) addEventListener(name, () => events.push(name));
  const only = new URLSearchParams(location.search).get('only');
  const baseUrl = document.documentElement.dataset.service;
  globalThis.signOut = (more) => createClient({ baseUrl, sessions: 'cookie' }).signOut(more);
  const show = (name) => {
    const element = document.createElement(name);
    element.baseUrl = baseUrl;
    document.querySelector('main').replaceChildren(element);
  };
  // One element with its attributes, which stays.
  const showOnly = () => {
    const [, name, attributes] = /^<([a-z-]+)(.*?)>/.exec(only);
    const element = document.createElement(name);
    for (const [, key, value] of attributes.matchAll(/([a-z-]+)="(.*?)"/g)) element.setAttribute(key, value);
    element.baseUrl = baseUrl;
    document.querySelector('main').append(element);
  };
  if (only) showOnly();
  else {
    addEventListener('latchkey-signed-in', () => show('latchkey-account'));
    addEventListener('latchkey-signed-out', () => show('latchkey-sign-in'));
    show('latchkey-sign-in');
  }`;

/** A web product at an origin of its own, whose page has the elements under a strict content security policy. */
export class Shop extends LocalServer {
  /** The URL of the service. */
  service = '';

  constructor() {
    const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
    const options = { cwd: join(ROOT, 'libs/elements/src'), input: CODE, encoding: 'utf8' } as const;
    const script = execFileSync(process.execPath, [esbuild, '--bundle', '--format=esm'], options);
    super(({ url }, response) => {
      if (url === '/shop.js') send(response, 'text/javascript', script);
      else if (url === '/shop.css') send(response, 'text/css', STYLE);
      else this.answer(response);
    });
  }

  private answer(response: ServerResponse): void {
    response.setHeader(
      'content-security-policy',
      [
        ...["default-src 'none'", "base-uri 'none'", "form-action 'none'", "script-src 'self'", "style-src 'self'"],
        ...[`connect-src ${this.service}`, "require-trusted-types-for 'script'", 'trusted-types lit-html'],
      ].join(';'),
    );
    const page = `<!doctype html><html lang="en" data-service="${this.service}"><title>Shop</title>
     <link rel="stylesheet" href="/shop.css">
      <main></main><script type="module" src="/shop.js"></script>`;
    send(response, 'text/html; charset=utf-8', page);
  }
}

function send(response: ServerResponse, type: string, text: string): void {
  response.setHeader('content-type', type).end(text);
}

/** A page that runs one script. A test builds the script when it knows the origin of the page. */
export class ScriptPage extends LocalServer {
  script = '';

  constructor() {
    super(({ url }, response) => {
      if (url === '/main.js') response.setHeader('content-type', 'text/javascript').end(this.script);
      else response.setHeader('content-type', 'text/html').end('<body><script type="module" src="/main.js"></script>');
    });
  }
}
