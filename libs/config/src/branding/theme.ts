import type { CssNode, Declaration, StyleSheet } from 'css-tree';
import parse from 'css-tree/parser';
import type { Scheme } from './default-theme.js';
import { Refused } from './refused.js';

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
export interface Theme {
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
