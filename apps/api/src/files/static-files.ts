import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Env } from '@app/config';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../well-known/well-known.controller.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
/** Images and fonts are compressed already. */
const COMPRESSED = new Set(['.png', '.ico', '.woff2']);
/** Names of files below it have a hash of their content. */
const HASHED = /^(?:assets|pages)\//;
/** What no page has in its path: parts of file names, and ways out of a folder. */
const NO_PAGE = /[.\\\0]/;
const BROTLI_QUALITY = 9;

type Encoding = 'br' | 'gzip' | 'identity';

/** A file, read at the start. */
interface StaticFile {
  type: string;
  etag: string;
  /** Whether the name changes with the content. */
  hashed: boolean;
  /** The content in the best of these encodings, and which one that is. */
  as(accepted: ReadonlySet<string>): Promise<{ bytes: Buffer; encoding: Encoding }>;
}

/**
 * The files of built pages, in memory. A request only chooses among them by name and never reaches the file system, so no path
 * leads out of the folder.
 */
export class StaticFiles {
  private readonly files: ReadonlyMap<string, StaticFile>;

  /** @param folder undefined for no files */
  constructor(folder = '') {
    const names =
      folder !== '' && existsSync(join(folder, 'index.html')) ? readdirSync(folder, { recursive: true }) : [];
    const known = names.map(String).filter((name) => extname(name) in TYPES);
    this.files = new Map(known.map((name) => [name.replaceAll(sep, '/'), fileOf(join(folder, name), name)]));
  }

  /** Whether the pages have been built. */
  get built(): boolean {
    return this.files.size > 0;
  }

  /** The file at a path below the root; the index for the path of a page, which the script in it shows. */
  find(path: string): StaticFile | undefined {
    return this.files.get(path) ?? (NO_PAGE.test(path) || HASHED.test(path) ? undefined : this.files.get('index.html'));
  }
}

function fileOf(path: string, name: string): StaticFile {
  const bytes = readFileSync(path);
  const extension = extname(name);
  const plain = { bytes, encoding: 'identity' as const };
  const texts = COMPRESSED.has(extension) ? undefined : compressor(bytes);
  return {
    type: TYPES[extension] as string,
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    hashed: HASHED.test(name.replaceAll(sep, '/')),
    as: async (accepted) => {
      if (texts && accepted.has('br')) return { bytes: await texts.br(), encoding: 'br' };
      if (texts && accepted.has('gzip')) return { bytes: await texts.gzip(), encoding: 'gzip' };
      return plain;
    },
  };
}

/** Compresses a text once for each encoding, when a client first asks for it. */
function compressor(bytes: Buffer) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { br: once(() => promisify(brotliCompress)(bytes, { params })), gzip: once(() => promisify(gzip)(bytes)) };
}

function once(work: () => Promise<Buffer>): () => Promise<Buffer> {
  let result: Promise<Buffer> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** The encodings that a request accepts, without those with the quality 0 (RFC 9110, section 12.5.3). */
export function acceptedEncodings(header: string | undefined): Set<string> {
  const parts = (header ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const wanted = parts.filter(([, quality]) => !/^q=0(?:\.0{0,3})?$/.test(quality ?? ''));
  return new Set(wanted.map(([name = '']) => name));
}

/** The folder that `npm run build` writes. */
const DIST = new URL('../../../../', import.meta.url);

/** The files of the console and of the sign-in pages. Those of a part that is switched off are not read. */
@Injectable()
export class BuiltPages implements OnApplicationBootstrap {
  readonly console: StaticFiles;
  readonly signIn: StaticFiles;
  private readonly logger = new Logger('Pages');

  constructor(private readonly env: Env) {
    this.console = filesOf(env.console, 'console/');
    this.signIn = filesOf(env.pages.on, 'pages/');
  }

  onApplicationBootstrap(): void {
    const { console, pages } = this.env;
    if (console && !this.console.built)
      this.logger.warn('The console is not built, so /console answers 404. npm run build builds it.');
    if (pages.on && !this.signIn.built)
      this.logger.warn('The sign-in pages are not built, so /sign-in answers 404. npm run build builds them.');
  }
}

function filesOf(on: boolean, folder: string): StaticFiles {
  return new StaticFiles(on ? fileURLToPath(new URL(folder, DIST)) : undefined);
}

const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/**
 * Sends a file, compressed if the client accepts that; or nothing, if the client has it. A browser stores no page whose URL has a
 * token or a code.
 */
export async function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const isSecret = query.has('token') || query.has('code');
  reply
    .header('cache-control', isSecret ? 'no-store' : file.hashed ? FOR_A_YEAR : 'no-cache')
    .header('vary', 'accept-encoding');
  if (isNotModified(file.etag, request.headers['if-none-match'], reply)) {
    await reply.send();
    return;
  }
  const { bytes, encoding } = await file.as(acceptedEncodings(String(request.headers['accept-encoding'] ?? '')));
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  await reply.type(file.type).send(bytes);
}
