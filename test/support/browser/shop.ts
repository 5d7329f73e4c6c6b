import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

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
export class Shop {
  /** The URL of the service. */
  service = '';

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<Shop> {
    const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
    const options = { cwd: join(ROOT, 'libs/elements/src'), input: CODE, encoding: 'utf8' } as const;
    const script = execFileSync(process.execPath, [esbuild, '--bundle', '--format=esm'], options);
    const server = createServer(({ url }, response) => {
      if (url === '/shop.js') send(response, 'text/javascript', script);
      else if (url === '/shop.css') send(response, 'text/css', STYLE);
      else shop.answer(response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const shop = new Shop(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    return shop;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
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
