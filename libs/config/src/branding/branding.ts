import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLogo, type Picture, readPicture } from './logo.js';
import { Refused } from './refused.js';
import { type PageTexts, parseTexts } from './texts.js';
import { parseTheme, type Theme } from './theme.js';

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
  if (names.includes(LOGO)) branding.logo = attempt(LOGO, (bytes) => logoOf(textIn(bytes)));
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

function logoOf(svg: string): string {
  checkLogo(svg);
  return svg;
}

/** The language tag of a file name in its canonical form; undefined for any other name. */
function localeOf(name: string): string | undefined {
  const [, tag = ''] = /^(.+)\.json$/.exec(name) ?? [];
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag ? tag : undefined;
  } catch {
    return undefined;
  }
}
