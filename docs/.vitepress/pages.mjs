// Which files are pages of the site, and at which paths.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The documents outside docs/, by the names of their pages, which docs/project/[document].md makes. */
export const PROJECT = {
  security: 'SECURITY.md',
  contributing: 'CONTRIBUTING.md',
  changelog: 'CHANGELOG.md',
  client: 'libs/client/README.md',
  verify: 'libs/verify/README.md',
  'nest-auth': 'libs/auth/README.md',
  examples: 'examples/README.md',
  'example-react': 'examples/react/README.md',
  'example-nextjs': 'examples/nextjs/README.md',
  'example-nest': 'examples/nest/README.md',
  'example-express': 'examples/express/README.md',
};

/** GitHub shows the README of a folder, and a web server its index. */
export const REWRITES = Object.fromEntries(
  readdirSync(`${ROOT}docs`)
    .filter((folder) => existsSync(`${ROOT}docs/${folder}/README.md`))
    .map((folder) => [`${folder}/README.md`, `${folder}/index.md`]),
);

/** The path of a page in the site, without its ending; undefined if the file is no page. */
export function pageOf(file) {
  const [project] = Object.entries(PROJECT).find(([, source]) => source === file) ?? [];
  if (project) return `/project/${project}`;
  if (file === 'README.md') return '/index';
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return undefined;
  const path = file.slice('docs/'.length);
  return `/${(REWRITES[path] ?? path).slice(0, -'.md'.length)}`;
}

/** The file that a page is made of. */
export function fileOf(page) {
  const [, project] = /^project\/(.+)\.md$/.exec(page) ?? [];
  if (project) return PROJECT[project];
  const [readme] = Object.entries(REWRITES).find(([, path]) => path === page) ?? [page];
  return `docs/${readme}`;
}

/** The file that a relative link in a document leads to. */
export const targetOf = (file, link) => posix.join(posix.dirname(file), link);

/** The first heading of a file. */
export function titleOf(file) {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(ROOT + file, 'utf8')) ?? [];
  return title.replaceAll('`', '');
}
