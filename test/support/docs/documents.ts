import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { LocalServer } from '../http/http.js';

/** The root folder of the documents. */
export const ROOT = join(__dirname, '../../..');

/** A fenced code block of a document. */
export interface Block {
  document: string;
  /** The line of its first fence, from 1. */
  line: number;
  language: string;
  text: string;
  /** What the tests lack to run it; undefined for a block that they run. */
  needs: string | undefined;
  /** The only database for which it is; undefined for all. */
  only: 'sqlite' | 'mysql' | 'postgres' | undefined;
}

const FENCE = /^( *)```(.*)$/;
/** A comment before a block, which is not rendered: how the tests treat it. */
const PARSED_ONLY = /^<!-- checked: parsed only, needs ([^>]+) -->$/;
const ONE_DATABASE = /^<!-- checked: on (sqlite|mysql|postgres) -->$/;

export function read(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

/** Its position in the form that editors understand. */
export function placeOf({ document, line }: Block): string {
  return `${document}:${line}`;
}

/** The blocks of a document, in their order. */
export function blocksOf(document: string, markdown: string = read(document)): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: string }) | undefined;
  let mark = '';
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, indent = '', language] = FENCE.exec(line) ?? [];
    if (open && language === '' && indent === open.indent) {
      open = undefined;
      mark = '';
    } else if (open) open.text += `${line.startsWith(open.indent) ? line.slice(open.indent.length) : line}\n`;
    else if (language !== undefined) {
      open = { document, line: index + 1, language, text: '', indent, ...readMark(mark) };
      blocks.push(open);
    } else {
      if (line.startsWith('<!--')) mark = line;
      else if (line.trim() !== '') mark = '';
    }
  }
  if (open) throw new Error(`${placeOf(open)} has no end.`);
  return blocks;
}

function readMark(mark: string): Pick<Block, 'needs' | 'only'> {
  const needs = PARSED_ONLY.exec(mark)?.[1];
  const only = ONE_DATABASE.exec(mark)?.[1] as Block['only'];
  if (mark !== '' && needs === undefined && only === undefined) throw new Error(`Unknown mark: ${mark}`);
  return { needs, only };
}

/** A Markdown link that is not within `code`. */
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** The dead links of a document. Links to other sites are not checked. */
export function deadLinks(document: string, markdown: string = read(document)): string[] {
  const targets = [...withoutCode(markdown).matchAll(LINK)].map(([, target = '']) => target);
  return targets.filter((target) => !isAlive(document, markdown, target));
}

function isAlive(document: string, markdown: string, target: string): boolean {
  if (/^https?:\/\//.test(target)) return URL.canParse(target);
  const [path = '', anchor] = target.split('#');
  if (path === '') return anchorsOf(markdown).includes(anchor ?? '');
  const file = join(dirname(document), path);
  if (file.startsWith('..') || !existsSync(join(ROOT, file))) return false;
  return anchor === undefined || (statSync(join(ROOT, file)).isFile() && anchorsOf(read(file)).includes(anchor));
}

/** The anchors that GitHub creates for the headings of a document. */
function anchorsOf(markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ''));
}

/** Short guides. The TypeScript of a recipe is for a bundler, and has a test of its own: `recipes.spec.ts`. */
export const RECIPES = 'docs/recipes';

/** Guides whose commands `test/cli/import-from.spec.ts` runs, with files of each source. */
export const MIGRATING = 'docs/migrating/';

/** Pages that are made from the code. */
export const REFERENCE = 'docs/reference';

/** All documents whose blocks are run or checked, and whose links are checked. */
export const DOCUMENTS = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['docs', 'docs/decisions', 'docs/migrating', 'docs/providers', 'docs/security', REFERENCE, RECIPES].flatMap(
    (folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
  ),
];

/** The small programs in `examples`, with the document whose code each has. */
export const EXAMPLES: [name: string, document: string][] = [
  ['react', `${RECIPES}/react.md`],
  ['nextjs', `${RECIPES}/nextjs.md`],
  ['express', `${RECIPES}/express.md`],
  ['nest', 'docs/other-services.md'],
  ['machines', 'docs/service-to-service-nest.md'],
];

/** Written from its data by `npm run docs:reference`, and as long as they are. */
export const GENERATED = ['docs/security/asvs.md'];

/** Whole lines of commands that the tests have already run, or cannot run, and their replacements. */
export const REPLACED: { line: RegExp; by: string; why: string }[] = [
  { line: /^npm ci && npm start$/, by: ':', why: 'the service of the test runs, built and freshly started' },
  { line: /^npm ci && npm run build$/, by: ':', why: 'that is how the tests were started' },
  { line: /^npm ci && npm test$/, by: ':', why: 'it would run itself' },
  {
    line: /^npm run start:prod &$/,
    by: `"${process.execPath}" "${join(ROOT, 'dist/latchkey.js')}" &`,
    why: 'the folder of the reader has no build',
  },
  { line: /^npm run bench$/, by: ':', why: 'it takes minutes, and tests nothing' },
  {
    line: /^npm run release -- --dry-run$/,
    by: ':',
    why: 'test/published/production-install.spec.ts runs it',
  },
  { line: /^npm run docs:dev$/, by: ':', why: 'it would not end' },
  { line: /^npm run format$/, by: ':', why: 'it would change the files under test' },
  {
    line: /^node \.\.\/latchkey\/libs\/pack\.mjs \w+$/,
    by: ':',
    why: 'test/published/install-lines.spec.ts runs it',
  },
  { line: /^npm install [\w@/. -]+$/, by: ':', why: 'packages are linked in, ours as they would be published' },
  {
    line: /^sleep 3$/,
    by: 'until grep -q user.disabled events.ndjson; do sleep 0.1; done',
    why: 'three seconds are too short on a slow machine, and too long on others',
  },
];

/** Whether all lines of a block are replaced. */
export function isReplaced(commands: string): boolean {
  return commands
    .trim()
    .split('\n')
    .every((line) => REPLACED.some((entry) => entry.line.test(line)));
}

/**
 * The codes of calls that are expected to fail, in the order of each document. Any other failed call fails the test.
 */
export const FAILURES: Record<string, string[]> = {
  'docs/start.md': ['INVALID_REFRESH_TOKEN'],
};

const REFRESH = 'post /api/auth/user/refresh';
const VERIFY = 'post /api/auth/mfa/verify';

/** The endpoints behind what the code of a guide calls: a method of the client, or a path of the service. */
const ENDPOINTS: Record<string, string[]> = {
  // The client refreshes by itself.
  'createClient(': [REFRESH],
  'auth.accessToken(': [],
  'auth.fetch(': [],
  'auth.subscribe(': [],
  // The codes of a link with tokens are in its URL.
  'auth.completeMagicLink(': [],
  'auth.signInWithLink(': ['post /api/auth/magic-link', 'post /api/auth/token'],
  'auth.signIn(': ['post /api/auth/user/login'],
  'auth.signUp(': ['post /api/auth/user/create'],
  'auth.signOut(': ['post /api/auth/user/logout'],
  'auth.user(': ['get /api/auth/user'],
  'auth.verifyTotp(': [VERIFY],
  'auth.useRecoveryCode(': [VERIFY],
  'auth.requestCode(': ['post /api/auth/email-code'],
  'auth.signInWithCode(': ['post /api/auth/email-code/verify'],
  'auth.proveEmail(': ['post /api/auth/email-code/verify'],
  'auth.requestMagicLink(': ['post /api/auth/magic-link'],
  'auth.requestPasswordReset(': ['post /api/auth/reset-password'],
  'auth.resetPassword(': ['patch /api/auth/user/change-password'],
  'auth.reauthenticate(': ['post /api/auth/user/reauthenticate'],
  'auth.requestReauthenticationCode(': ['post /api/auth/user/reauthenticate/options'],
  'auth.updateUser(': ['put /api/auth/user'],
  'auth.pendingEmail(': ['get /api/auth/user/email'],
  'auth.factors.addTotp(': ['post /api/auth/user/mfa/totp'],
  'auth.factors.confirmTotp(': ['post /api/auth/user/mfa/totp/{factor_id}/confirm'],
  'passkeys.signIn(': ['post /api/auth/passkey/options', 'post /api/auth/passkey/login'],
  'passkeys.verify(': ['post /api/auth/mfa/passkey/options', VERIFY],
  'passkeys.create(': ['post /api/auth/user/passkeys/options', 'post /api/auth/user/passkeys'],
  'passkeys.reauthenticate(': ['post /api/auth/user/reauthenticate/options', 'post /api/auth/user/reauthenticate'],
  'external.providers(': ['get /api/auth/external/providers'],
  'external.signInWith(': ['post /api/auth/external/{id}/start'],
  'external.completeSignIn(': ['post /api/auth/token'],
  'external.requestConfirmation(': ['post /api/auth/external/confirm'],
  'external.confirm(': ['post /api/auth/external/confirm/verify'],
  'external.identities(': ['get /api/auth/user/identities'],
  'external.linkIdentity(': ['post /api/auth/user/identities/{id}/start'],
  'external.unlinkIdentity(': ['delete /api/auth/user/identities/{identity_id}'],
  '/api/auth': [],
  '/api/auth/magic-link': ['post /api/auth/magic-link'],
  '/api/auth/token': ['post /api/auth/token'],
  '/api/auth/user': ['get /api/auth/user'],
  '/api/auth/user/login': ['post /api/auth/user/login'],
  '/api/auth/user/refresh': [REFRESH],
  '/api/auth/user/logout': ['post /api/auth/user/logout'],
  '/api/auth/mfa/verify': [VERIFY],
  '/.well-known/jwks.json': ['get /.well-known/jwks.json'],
};

const CALL = /\bcreateClient\(|\b(?:auth|passkeys|external)\.[\w.]+\(|\/(?:api\/auth|\.well-known)\/[\w./-]*\w/g;

/** The endpoints that the sample app of a guide calls, sorted. */
export function endpointsCalledIn(document: string): string[] {
  const code = blocksOf(document).filter(({ language }) => /^tsx?$/.test(language));
  const calls = code.flatMap(({ text }) => text.match(CALL) ?? []);
  const endpoints = calls.flatMap((call) => {
    const known = ENDPOINTS[call];
    if (!known)
      throw new Error(`${document} calls ${call}: add its endpoint here, and its codes to the test of the guide.`);
    return known;
  });
  return [...new Set(endpoints)].sort();
}

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
export function serveSite(folder: string): Promise<LocalServer> {
  const server = new LocalServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  return server.listen();
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
