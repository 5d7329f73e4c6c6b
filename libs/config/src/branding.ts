import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CssNode, Declaration, StyleSheet } from 'css-tree';
import parse from 'css-tree/parser';
import { type Color, formatHex, parse as parseColour, wcagContrast } from 'culori';
import { closest } from 'fastest-levenshtein';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import keys from './branding/text-keys.json' with { type: 'json' };

/** Why a file of `BRANDING_DIR` cannot be used. */
class Refused extends Error {}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** Shapes, texts and paint. No element of them runs, loads, animates or embeds anything. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop pattern clipPath mask'
  ).split(' '),
);
const OWN_PART = /^#[\w:.-]+$/;
/** What a browser reads as the beginning of an address, or as a rule of a stylesheet. */
const OUTSIDE =
  /url\s*\((?!\s*['"]?#[\w:.-]+['"]?\s*\))|\b(?:src|image|image-set)\s*\(|[\\@]|(?:java|vb)script:|data:/i;

/**
 * The text of a `logo.svg` after its check: a drawing, without scripts, styles of a document, foreign objects, and references out of the file.
 * @throws {Refused}
 */
export function checkLogo(svg: string): string {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const refuse = (reason: string): never => {
    throw new Refused(`line ${parser.line}: ${reason}`);
  };
  let depth = 0;
  parser.on('error', ({ message }) => refuse(message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('a document type is not allowed'));
  parser.on('processinginstruction', ({ target }) => refuse(`the instruction <?${target}?> is not allowed`));
  parser.on('opentag', (tag) => {
    if (depth === 0 && tag.local !== 'svg') refuse('the first element is not <svg>');
    depth += 1;
    const reason = reasonAgainst(tag) ?? Object.values(tag.attributes).map(reasonAgainstAttribute).find(Boolean);
    if (reason) refuse(reason);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(svg).close();
  return svg;
}

function reasonAgainst({ name, local, uri }: SaxesTagNS): string | undefined {
  if (uri !== SVG) return `<${name}> is no element of SVG`;
  return ELEMENTS.has(local) ? undefined : `<${name}> is not allowed`;
}

function reasonAgainstAttribute({ name, local, uri, value }: SaxesAttributeNS): string | undefined {
  if (uri === XMLNS) return undefined;
  if (uri !== '' && uri !== XLINK && uri !== XML) return `the attribute ${name} is of another program`;
  if (/^on/i.test(local)) return `the attribute ${name} is not allowed`;
  if (local === 'href') return OWN_PART.test(value) ? undefined : `${name} leads out of the file`;
  if (uri === XLINK || local === 'base') return `the attribute ${name} is not allowed`;
  return OUTSIDE.test(value) ? `the attribute ${name} has a value that is not allowed` : undefined;
}

/** A PNG image. */
interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The chunk IHDR is the first one (PNG, section 11.2.1): its type, and two numbers of four bytes. */
const HEADER_TYPE = 12;
const WIDTH = 16;
const HEIGHT = 20;
const HEADER_END = 33;
const MOST_PIXELS = 2_000;

/**
 * Reads a `logo.png`.
 * @throws {Refused}
 */
function readPicture(bytes: Buffer): Picture {
  const isPng = bytes.length > HEADER_END && bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng || bytes.toString('latin1', HEADER_TYPE, WIDTH) !== 'IHDR') throw new Refused('it is no PNG image');
  const [width, height] = [bytes.readUInt32BE(WIDTH), bytes.readUInt32BE(HEIGHT)];
  if (Math.min(width, height) === 0 || Math.max(width, height) > MOST_PIXELS)
    throw new Refused(`it is ${width} by ${height} pixels: at most ${MOST_PIXELS} are allowed`);
  return { bytes, width, height };
}

/** Of the sign-in pages, the account and the pages of links: npm run docs:reference writes them. */
const KNOWN = new Set(keys);
const MOST_CHARACTERS = 1_000;

/** Texts of the pages by their keys. They are shown as text, never as HTML. */
type PageTexts = Record<string, string>;

/**
 * Reads a file with texts: a flat JSON object.
 * @throws {Refused}
 */
function parseTexts(json: string): PageTexts {
  const texts = parseTextFile(json);
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) throw new Refused('it is no object');
  for (const [key, text] of Object.entries(texts)) {
    if (!KNOWN.has(key))
      throw new Refused(`${JSON.stringify(key)} is no key of a text: the nearest one is ${closest(key, keys)}`);
    if (typeof text !== 'string') throw new Refused(`${key} is no text`);
    if (text.length > MOST_CHARACTERS) throw new Refused(`${key} has more than ${MOST_CHARACTERS} characters`);
    if (/[^\P{Cc}\n]/u.test(text)) throw new Refused(`${key} has a control character`);
  }
  return texts as PageTexts;
}

function parseTextFile(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Refused(`it is no JSON: ${(error as Error).message}`);
  }
}

const NAME = /^--lk-[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Functions that load nothing, and read no value of the page but custom properties of the theme. */
const FUNCTIONS = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp cubic-bezier'.split(' '),
);
/** What a value consists of besides functions. */
const PARTS = new Set(
  'Value Identifier Number Dimension Percentage Hash String Operator WhiteSpace Parentheses'.split(' '),
);

/** The custom properties of a `theme.css`. */
interface Theme {
  css: string;
  /** The values by their names without `--lk-`, as the cascade leaves them in each color scheme. */
  values: Record<Scheme, Map<string, string>>;
}

/**
 * Reads a `theme.css`: custom properties on `:root` and nothing else, so that a theme can change how a page looks, and neither what
 * it shows nor what it loads.
 * @throws {Refused}
 */
export function parseTheme(css: string): Theme {
  // An escape can hide a name from a reader.
  if (css.includes('\\')) throw new Refused('it has a backslash');
  // The pages of links have the values in an element <style>, which this could end.
  if (css.includes('<')) throw new Refused('it has the character <');
  const theme: Theme = { css, values: { light: new Map(), dark: new Map() } };
  for (const node of sheetOf(css).children.toArray()) {
    if (node.type === 'Comment') continue;
    if (node.type === 'Rule') addRule(theme, node, ['light', 'dark']);
    else if (node.type === 'Atrule' && node.name === 'media' && node.block)
      for (const rule of node.block.children.toArray()) addRule(theme, rule, [schemeOf(css, node.prelude)]);
    else throw refusal(node, 'only custom properties on :root are allowed');
  }
  return theme;
}

function sheetOf(css: string): StyleSheet {
  const onParseError = ({ line, message }: { line: number; message: string }) => {
    throw new Refused(`line ${line}: ${message}`);
  };
  return parse(css, { positions: true, parseCustomProperty: true, onParseError }) as StyleSheet;
}

function schemeOf(css: string, prelude: CssNode | null): Scheme {
  const text = prelude ? textOf(css, prelude) : '';
  const [, scheme] = /^\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)$/.exec(text) ?? [];
  if (scheme === undefined) throw new Refused('the only media query is (prefers-color-scheme: light) or (…: dark)');
  return scheme as Scheme;
}

function addRule(theme: Theme, node: CssNode, schemes: Scheme[]): void {
  if (node.type === 'Comment') return;
  if (node.type !== 'Rule' || textOf(theme.css, node.prelude) !== ':root')
    throw refusal(node, 'the only selector is :root');
  for (const part of node.block.children.toArray()) {
    if (part.type === 'Comment') continue;
    if (part.type !== 'Declaration') throw refusal(part, 'only custom properties are allowed');
    checkDeclaration(part);
    const value = textOf(theme.css, part.value);
    for (const scheme of schemes) theme.values[scheme].set(part.property.slice('--lk-'.length), value);
  }
}

function checkDeclaration(declaration: Declaration): void {
  const { property, important, value } = declaration;
  if (!NAME.test(property)) throw refusal(declaration, `${property} is no custom property of the form --lk-name`);
  if (important) throw refusal(declaration, `${property} is !important`);
  checkValue(value, property);
}

function checkValue(node: CssNode, property: string): void {
  if (node.type === 'Function') {
    if (!FUNCTIONS.has(node.name)) throw refusal(node, `${property} has ${node.name}()`);
    const [first] = node.children.toArray();
    const name = first?.type === 'Identifier' ? first.name : '';
    if (node.name === 'var' && !NAME.test(name))
      throw refusal(node, `${property} has var() of another name than --lk-…`);
  } else if (!PARTS.has(node.type)) throw refusal(node, `${property} has a value that is not allowed`);
  if ('children' in node && node.children) for (const child of node.children.toArray()) checkValue(child, property);
}

/** The source of a node, without blanks around it. */
function textOf(css: string, { loc }: CssNode): string {
  return loc ? css.slice(loc.start.offset, loc.end.offset).trim() : '';
}

function refusal({ loc }: CssNode, reason: string): Refused {
  return new Refused(`line ${loc?.start.line ?? '?'}: ${reason}`);
}

const THEME = 'theme.css';
const LOGO = 'logo.svg';
/** Few mail programs show an SVG document. */
const EMAIL_LOGO = 'logo.png';
const TEXTS = 'texts';
const MOST_BYTES = 64 * 1024;

/** The look of the pages and the emails of the service. */
export interface Branding {
  theme?: Theme;
  /** An SVG document. */
  logo?: string;
  /** The logo in emails. */
  emailLogo?: Picture;
  /** The texts that differ from those of the service, by their language. */
  texts: Map<string, PageTexts>;
}

/** Reads a folder. @param reject is called for each file that cannot be used, with the reason */
export function readBranding(folder: string, reject: (wrong: string) => void): Branding {
  const attempt = <T>(file: string, read: (bytes: Buffer) => T): T | undefined => {
    try {
      return read(readBytes(join(folder, file)));
    } catch (error) {
      reject(`${file} cannot be used: ${(error as Error).message}`);
      return undefined;
    }
  };
  const names = namesIn(folder, reject);
  for (const name of names.filter((each) => ![THEME, LOGO, EMAIL_LOGO, TEXTS].includes(each)))
    reject(`${name} has no meaning there`);
  const branding: Branding = { texts: new Map() };
  if (names.includes(THEME)) branding.theme = attempt(THEME, (bytes) => parseTheme(textIn(bytes)));
  if (names.includes(LOGO)) branding.logo = attempt(LOGO, (bytes) => checkLogo(textIn(bytes)));
  if (names.includes(EMAIL_LOGO)) branding.emailLogo = attempt(EMAIL_LOGO, readPicture);
  const languages = names.includes(TEXTS) ? namesIn(join(folder, TEXTS), reject) : [];
  for (const name of languages) {
    const file = join(TEXTS, name);
    const locale = localeOf(name);
    if (locale === undefined) reject(`${file} is not named after a language, such as pt-BR.json`);
    const texts = locale && attempt(file, (bytes) => parseTexts(textIn(bytes)));
    if (locale && texts) branding.texts.set(locale, texts);
  }
  return branding;
}

/** The names in a folder, without hidden ones: a volume of Kubernetes has some. */
function namesIn(folder: string, reject: (wrong: string) => void): string[] {
  if (!existsSync(folder)) {
    reject(`the folder ${folder} does not exist`);
    return [];
  }
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch (error) {
    reject(`the folder ${folder} cannot be read: ${(error as Error).message}`);
    return [];
  }
}

/** @throws {Refused} */
function readBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  if (bytes.length > MOST_BYTES) throw new Refused(`it has more than ${MOST_BYTES / 1024} KiB`);
  return bytes;
}

const textIn = (bytes: Buffer) => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** The language tag of a file name in its canonical form; undefined for any other name. */
function localeOf(name: string): string | undefined {
  const [, tag = ''] = /^(.+)\.json$/.exec(name) ?? [];
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag ? tag : undefined;
  } catch {
    return undefined;
  }
}

/** The colors of the pages of the service, by the names of their custom properties without `--lk-`. */
export const DEFAULT_THEME = {
  light: {
    page: '#f4f4f5',
    card: '#fff',
    text: '#18181b',
    muted: '#52525b',
    line: '#71717a',
    action: '#18181b',
    'on-action': '#fff',
    problem: '#991b1b',
    focus: '#1d4ed8',
  },
  dark: {
    page: '#18181b',
    card: '#27272a',
    text: '#f4f4f5',
    muted: '#c4c4cc',
    line: '#a1a1aa',
    action: '#f4f4f5',
    'on-action': '#18181b',
    problem: '#fecaca',
    focus: '#93c5fd',
  },
};

export type Scheme = keyof typeof DEFAULT_THEME;
type ThemeColor = keyof typeof DEFAULT_THEME.light;

/** The colors of text, each with the color behind it. */
const TEXT_PAIRS: [text: ThemeColor, behind: ThemeColor][] = [
  ['text', 'page'],
  ['muted', 'page'],
  ['text', 'card'],
  ['muted', 'card'],
  ['problem', 'card'],
  ['on-action', 'action'],
];

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
const MOST_REFERENCES = 10;

/** A text of the pages that cannot be read well with a theme. */
interface WeakContrast {
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
  const parsed = EMAIL_COLORS.map((name) => opaqueColor(colors, name));
  const isKnown = parsed.every((color) => color !== undefined);
  const hex = (name: EmailColor, index: number) => formatHex(isKnown ? parsed[index] : DEFAULT_THEME[scheme][name]);
  return Object.fromEntries(EMAIL_COLORS.map((name, index) => [name, hex(name, index)])) as EmailColors;
}

function ratioOf(colors: Map<string, string>, text: ThemeColor, behind: ThemeColor): number | undefined {
  const [one, other] = [opaqueColor(colors, text), opaqueColor(colors, behind)];
  return one && other && Math.floor(wcagContrast(one, other) * 10) / 10;
}

/** A value whose `var()` names another color of the theme is that of the other one. Undefined for no color, and for a transparent one. */
function opaqueColor(colors: Map<string, string>, name: string): Color | undefined {
  let found = colors.get(name) ?? '';
  for (let followed = 0; followed < MOST_REFERENCES; followed++) {
    const [, other] = /^var\(\s*--lk-([a-z0-9-]+)\s*\)$/.exec(found) ?? [];
    if (other === undefined) {
      const color = parseColour(found);
      return color && (color.alpha ?? 1) >= 1 ? color : undefined;
    }
    found = colors.get(other) ?? '';
  }
  return undefined;
}
