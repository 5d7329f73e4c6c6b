import { createHash } from 'node:crypto';
import { type Branding, DEFAULT_THEME, type Scheme } from '@app/config';

const SCHEMES: Scheme[] = ['light', 'dark'];

/** Custom properties in a color scheme. The check of a theme allows no value that ends the element of the style. */
function colorsIn(scheme: Scheme, values: Iterable<[string, string]>): string {
  const declarations = [...values].map(([name, value]) => `--lk-${name}: ${value};`).join(' ');
  return declarations && `  @media (prefers-color-scheme: ${scheme}) { :root { ${declarations} } }\n`;
}

/** The style of all pages with the colors of the service. Text has a contrast of at least 7 to 1, and focus of at least 3 to 1. */
const STYLE = `
  :root { color-scheme: light dark; }
${SCHEMES.map((scheme) => colorsIn(scheme, Object.entries(DEFAULT_THEME[scheme]))).join('')}  * { box-sizing: border-box; }
  body { margin: 0; padding: 24px 16px; background: var(--lk-page); color: var(--lk-text); font: 16px/1.5 var(--lk-font, system-ui, sans-serif); }
  header, main { max-width: 440px; margin: 0 auto; overflow-wrap: anywhere; }
  header { padding: 0 24px; margin-top: 6vh; color: var(--lk-muted); font-weight: 600; }
  header img { display: block; height: 40px; max-width: min(100%, 224px); object-fit: contain; }
  header a { display: inline-block; max-width: 100%; text-decoration-thickness: 1px; text-underline-offset: 4px; }
  main { margin-top: 16px; padding: 24px; background: var(--lk-card); border-radius: calc(var(--lk-radius, 8px) * 1.5); }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
  p, ul { margin: 0 0 16px; }
  ul { padding-inline-start: 20px; }
  main > :last-child, form > :last-child { margin-bottom: 0; }
  a { color: inherit; }
  .muted { color: var(--lk-muted); font-size: 14px; }
  button { display: block; width: 100%; padding: 12px 24px; border: 2px solid var(--lk-action); border-radius: var(--lk-radius, 8px);
    background: var(--lk-action); color: var(--lk-on-action); font: inherit; font-weight: 600; cursor: pointer; }
  button.second { background: none; color: inherit; }
  .aside { margin-top: 24px; padding-top: 16px; border-top: 1px solid var(--lk-line); }
  :focus-visible { outline: 3px solid var(--lk-focus); outline-offset: 2px; }
`;

/** The style of a page, and its source expression in a content security policy. */
export interface Style {
  css: string;
  source: string;
}

const styles = new WeakMap<object, Style>();
const PLAIN: Branding = { texts: new Map() };

/** The style with the colors of `BRANDING_DIR`, which are read once. */
export function styleWith(branding = PLAIN): Style {
  const { theme } = branding;
  const known = styles.get(branding);
  if (known) return known;
  const css = STYLE + (theme ? SCHEMES.map((scheme) => colorsIn(scheme, theme.values[scheme])).join('') : '');
  const style = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  styles.set(branding, style);
  return style;
}
