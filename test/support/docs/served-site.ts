import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { ROOT } from './blocks.js';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** How many results the search of the site shows. */
const SHOWN = 16;

/** The options that VitePress gives to its search, without which it reads no index. */
const SEARCH = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
};

/** The library of the search, as far as it is used here. */
interface MiniSearch {
  loadJSON(index: string, options: object): { search(text: string): { id: string }[] };
}

/** Serves the files of a site, as a host of static files does. */
export async function serveSite(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** The addresses that a search shows for a text, best first. */
export type Search = (text: string) => string[];

/** The search of a built site, by the library that its pages use. */
export async function searchOf(folder: string): Promise<Search> {
  const chunks = join(folder, 'assets/chunks');
  const [index = ''] = readdirSync(chunks).filter((name) => name.includes('localSearchIndex'));
  const { default: json } = await import(join(chunks, index));
  const library: MiniSearch = createRequire(join(ROOT, 'docs/node_modules/vitepress/package.json'))('minisearch');
  const search = library.loadJSON(json, SEARCH);
  return (text) =>
    search
      .search(text)
      .slice(0, SHOWN)
      .map(({ id }) => id);
}
