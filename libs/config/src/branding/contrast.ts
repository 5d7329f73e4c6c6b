import { formatHex, parse, wcagContrast } from 'culori';
import { DEFAULT_THEME, type Scheme, TEXT_PAIRS, type ThemeColor } from './default-theme.js';
import type { Theme } from './theme.js';

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
const MOST_REFERENCES = 10;

/** A text of the pages that cannot be read well with a theme. */
export interface WeakContrast {
  scheme: Scheme;
  text: ThemeColor;
  behind: ThemeColor;
  /** Rounded down to one digit; undefined when one of the colors cannot be computed. */
  ratio: number | undefined;
}

/** The pairs of a color of text and the one behind it of which the theme changes at least one, and whose contrast is too weak. */
export function weakContrasts({ values }: Theme): WeakContrast[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const changed = values[scheme];
    const colors = new Map([...Object.entries(DEFAULT_THEME[scheme]), ...changed]);
    return TEXT_PAIRS.filter((pair) => pair.some((name) => changed.has(name)))
      .map(([text, behind]) => ({ scheme, text, behind, ratio: ratioOf(colors, text, behind) }))
      .filter(({ ratio = 0 }) => ratio < LEAST_CONTRAST);
  });
}

/** The colors of the emails. */
type EmailColors = Record<EmailColor, string>;
type EmailColor = (typeof EMAIL_COLORS)[number];

const EMAIL_COLORS = ['page', 'card', 'text', 'muted', 'action', 'on-action'] as const;

/**
 * The colors of a theme for emails, as `#rrggbb`: mail programs know no others. A scheme in which one of them cannot be computed has the
 * colors of the service, since only together they are sure to be readable.
 */
export function emailColors(theme: Theme | undefined, scheme: Scheme): EmailColors {
  const colors = new Map<string, string>([...Object.entries(DEFAULT_THEME[scheme]), ...(theme?.values[scheme] ?? [])]);
  const parsed = EMAIL_COLORS.map((name) => parse(colorOf(colors, colors.get(name) ?? '')));
  const isKnown = parsed.every((color) => color !== undefined && !isTransparent(color));
  const hex = (name: EmailColor, index: number) => formatHex(isKnown ? parsed[index] : DEFAULT_THEME[scheme][name]);
  return Object.fromEntries(EMAIL_COLORS.map((name, index) => [name, hex(name, index)])) as EmailColors;
}

function ratioOf(colors: Map<string, string>, text: ThemeColor, behind: ThemeColor): number | undefined {
  const [one, other] = [text, behind].map((name) => parse(colorOf(colors, colors.get(name) ?? '')));
  if (!one || !other || isTransparent(one) || isTransparent(other)) return undefined;
  return Math.floor(wcagContrast(one, other) * 10) / 10;
}

const isTransparent = ({ alpha = 1 }: { alpha?: number }) => alpha < 1;

/** A value whose `var()` names another color of the theme is that of the other one. */
function colorOf(colors: Map<string, string>, value: string): string {
  let found = value;
  for (let followed = 0; followed < MOST_REFERENCES; followed++) {
    const [, name] = /^var\(\s*--lk-([a-z0-9-]+)\s*\)$/.exec(found) ?? [];
    if (name === undefined) return found;
    found = colors.get(name) ?? '';
  }
  return '';
}
