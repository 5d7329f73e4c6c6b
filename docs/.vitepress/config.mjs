// The site of the documents: npm run docs writes it to docs/.vitepress/dist, npm run docs:dev serves it.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../apps/build/reference/markdown.mjs';
import { useMarkdown } from './markdown.mjs';
import { REWRITES, ROOT } from './pages.mjs';
import { SIDEBAR } from './sidebar.mjs';

const icon = readFileSync(`${ROOT}apps/console/public/icon.svg`, 'utf8');
const ICON = `data:image/svg+xml,${encodeURIComponent(icon)}`;

export default defineConfig({
  title: 'Latchkey',
  description: 'A self-hosted user authentication service: accounts, sessions and tokens over plain JSON.',
  lang: 'en',
  // The path below which a host serves the site, with a slash at both ends.
  base: process.env.SITE_BASE ?? '/',
  rewrites: REWRITES,
  cacheDir: `${ROOT}docs/node_modules/.cache/vitepress`,
  ignoreDeadLinks: 'localhostLinks',
  markdown: { anchor: { slugify: anchorOf }, languageAlias: { env: 'dotenv', ndjson: 'jsonl' }, config: useMarkdown },
  head: [['link', { rel: 'icon', href: ICON }]],
  themeConfig: {
    logo: { src: ICON, alt: '' },
    search: { provider: 'local' },
    outline: [2, 3],
    externalLinkIcon: true,
    nav: [
      { text: 'Quick start', link: '/start' },
      { text: 'Scope', link: '/scope' },
      { text: 'Changes', link: '/project/changelog' },
    ],
    sidebar: SIDEBAR,
    docFooter: { prev: false, next: false },
  },
});
