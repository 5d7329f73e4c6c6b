import { createHash } from 'node:crypto';
import { DEFAULT_THEME } from '@app/config';

/** The colors of a scheme as custom properties. */
function declarationsOf(scheme: 'light' | 'dark'): string {
  return Object.entries(DEFAULT_THEME[scheme])
    .map(([name, color]) => `--lk-${name}: ${color};`)
    .join(' ');
}

/** The stylesheet of all pages. Text has a contrast of at least 7 to 1, and focus of at least 3 to 1. */
export const STYLE = `
  :root { color-scheme: light dark; ${declarationsOf('light')} }
  @media (prefers-color-scheme: dark) { :root { ${declarationsOf('dark')} } }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 24px 16px; background: var(--lk-page); color: var(--lk-text); font: 16px/1.5 system-ui, sans-serif; }
  header, main { max-width: 440px; margin: 0 auto; overflow-wrap: anywhere; }
  header { padding: 0 24px; margin-top: 6vh; color: var(--lk-muted); font-weight: 600; }
  main { margin-top: 16px; padding: 24px; background: var(--lk-card); border-radius: 8px; }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
  p, ul { margin: 0 0 16px; }
  ul { padding-inline-start: 20px; }
  main > :last-child, form > :last-child { margin-bottom: 0; }
  a { color: inherit; }
  .muted { color: var(--lk-muted); font-size: 14px; }
  button { display: block; width: 100%; padding: 12px 24px; border: 2px solid var(--lk-action); border-radius: 6px;
    background: var(--lk-action); color: var(--lk-on-action); font: inherit; font-weight: 600; cursor: pointer; }
  button.second { background: none; color: inherit; }
  .aside { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--lk-line); }
  :focus-visible { outline: 3px solid var(--lk-focus); outline-offset: 2px; }
`;

/** The source expression of the stylesheet in a content security policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
