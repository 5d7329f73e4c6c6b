import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { Refused } from './refused.js';

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
 * Checks a `logo.svg`: a drawing, without scripts, styles of a document, foreign objects, and references out of the file.
 * @throws {Refused}
 */
export function checkLogo(svg: string): void {
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
export interface Picture {
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
export function readPicture(bytes: Buffer): Picture {
  const isPng = bytes.length > HEADER_END && bytes.subarray(0, PNG.length).equals(PNG);
  if (!isPng || bytes.toString('latin1', HEADER_TYPE, WIDTH) !== 'IHDR') throw new Refused('it is no PNG image');
  const [width, height] = [bytes.readUInt32BE(WIDTH), bytes.readUInt32BE(HEIGHT)];
  if (Math.min(width, height) === 0 || Math.max(width, height) > MOST_PIXELS)
    throw new Refused(`it is ${width} by ${height} pixels: at most ${MOST_PIXELS} are allowed`);
  return { bytes, width, height };
}
