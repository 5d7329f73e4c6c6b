import { setImmediate } from 'node:timers/promises';
import { Env, emailColors } from '@app/config';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import handlebars from 'handlebars';
import { methodInWords } from './built-in-emails.js';
import {
  COLOR_VALUES,
  COMMON_VALUES,
  EMAILS,
  type EmailContent,
  type EmailKind,
  KINDS,
  LAYOUT_VALUES,
  SAMPLE_REQUESTER,
  SAMPLES,
  type SignInFacts,
  valuesOf,
} from './email-kinds.js';
import { directionOf, durationInWords, LANGUAGES, lookUp, supportedLanguage, timeInWords } from './languages.js';
import { Template, TemplateFiles } from './template-files.js';

/** A written email. */
interface WrittenEmail {
  subject: string;
  text: string;
  html: string;
}

/** The templates of an email in one language. */
interface EmailTemplates {
  text: Template;
  html: Template;
  layout: Template;
}

const SUBJECT = /^Subject: (.+)\n+/;
/** The longest line of a text of the service: some programs show it as it is, in a narrow window. */
const MAX_LINE = 78;

/** @param app the subject of an email whose template has none */
function fill(templates: EmailTemplates, values: object, app: string): WrittenEmail {
  const filled = templates.text.fill(values);
  const subject = SUBJECT.exec(filled)?.[1] ?? app;
  const text = filled.replace(SUBJECT, '');
  const html = templates.layout.fill({ ...values, subject, body: templates.html.fill(values) });
  return { subject, text: templates.text.source.builtIn ? text.split('\n').map(wrapped).join('\n') : text, html };
}

/** The line in several ones, none of which is too long. A word that is longer is not split: it may be a link. */
function wrapped(line: string): string {
  const [first = '', ...words] = line.split(' ');
  let length = first.length;
  return words.reduce((text, word) => {
    const fits = length + 1 + word.length <= MAX_LINE;
    length = fits ? length + 1 + word.length : word.length;
    return text + (fits ? ' ' : '\n') + word;
  }, first);
}

/** A kind of email, with the languages in which it is written. */
export interface PreviewedKind {
  kind: string;
  languages: string[];
}

/** An email with example values. */
export interface EmailPreview extends WrittenEmail {
  kind: string;
  language: string;
}

/**
 * Writes emails from their templates: `KIND.txt.hbs`, whose first line is the subject, and `KIND.html.hbs`, which goes
 * into `layout.html.hbs`. Files with these names in `MAIL_TEMPLATES_DIR` replace those of the service, which are in several
 * languages, and a folder in it with the name of a language contains those of the language.
 */
@Injectable()
export class EmailWriter implements OnModuleInit {
  /** By email: its languages. */
  private readonly languages = new Map<EmailKind, string[]>();
  /** By email and language. */
  private readonly templates = new Map<string, EmailTemplates>();
  /** By file. */
  private readonly layouts = new Map<string, Template>();

  private files!: TemplateFiles;

  /** The colors and the logo of `BRANDING_DIR`. */
  private readonly look: Record<string, string>;

  constructor(private readonly env: Env) {
    this.look = lookOf(env);
  }

  /**
   * Reads and checks the templates of the operator. The tests check those of the service, and compiling them would take a quarter
   * of a start, so each is read for its first email.
   * @throws {SettingsError} naming the file, and the variable in it if one is wrong
   */
  onModuleInit(): void {
    for (const _kind of this.load());
  }

  /** The same in small steps, so that a running service goes on with its work. @throws {SettingsError} */
  async check(): Promise<void> {
    for (const _kind of this.load()) await setImmediate();
  }

  private *load(): Generator<EmailKind> {
    const { mailTemplatesDir, mailLocale } = this.env;
    this.files = new TemplateFiles(mailTemplatesDir);
    if (mailTemplatesDir !== undefined)
      for (const locale of [...this.files.languages, mailLocale, ...LANGUAGES]) this.layoutFor(locale);
    for (const kind of KINDS) {
      const own = this.files.languagesOf(kind);
      // A replaced template is in the default language, and not in those of the service.
      const replaced = this.files.replaces(kind) ? [mailLocale] : [];
      this.languages.set(kind, [...new Set([...own, ...(replaced.length > 0 ? replaced : LANGUAGES)])]);
      for (const locale of [...own, ...replaced]) {
        this.templatesFor(kind, locale);
        yield kind;
      }
    }
  }

  /** @param createdAt the time of what caused the email, in seconds since the UNIX epoch */
  write(kind: EmailKind, content: EmailContent, createdAt: number): WrittenEmail {
    const locale = this.languageFor(kind, content.languages);
    return fill(this.templatesFor(kind, locale), this.valuesFor(kind, content, locale, createdAt), this.env.appName);
  }

  /** The languages in which an email is written. */
  languagesOf(kind: EmailKind): string[] {
    const languages = this.languages.get(kind);
    if (!languages) throw new Error(`There are no templates of the email ${kind}.`);
    return languages;
  }

  /** The language of an email for a reader. @param preferred an `Accept-Language` header, or one language tag */
  languageFor(kind: EmailKind, preferred = ''): string {
    const { mailLocale } = this.env;
    const languages = this.languagesOf(kind);
    return lookUp(preferred, languages) ?? lookUp(mailLocale, languages) ?? supportedLanguage('', '');
  }

  private valuesFor(kind: EmailKind, content: EmailContent, locale: string, createdAt: number) {
    const { languages: _languages, ...rest } = content;
    const empty = Object.fromEntries(EMAILS[kind].optional.map((name) => [name, '']));
    const { left, method, until, provider, more } = rest;
    const { lifetime, codeLifetime, waits } = rest;
    return {
      ...empty,
      ...rest,
      ...(left !== undefined && { left: new Intl.NumberFormat(locale).format(left) }),
      ...(typeof until === 'number' && { until: timeInWords(until, locale) }),
      ...(method !== undefined && { method: provider || methodInWords(method, locale) }),
      ...(more !== undefined && { more: more.map((signIn) => signInInWords(signIn, locale)).join('; ') }),
      ...(lifetime !== undefined && { lifetime: durationInWords(lifetime, locale) }),
      ...(waits !== undefined && { waits: durationInWords(waits, locale) }),
      ...(codeLifetime !== undefined && { codeLifetime: durationInWords(codeLifetime, locale) }),
      ...this.commonValues(content, locale, createdAt),
    };
  }

  private commonValues({ browser = '', system = '' }: EmailContent, locale: string, createdAt: number) {
    const { appName: app, appUrl } = this.env;
    const time = timeInWords(createdAt, locale);
    return { app, appUrl, locale, dir: directionOf(locale), time, browser, system, ...this.look };
  }

  private templatesFor(kind: EmailKind, locale: string): EmailTemplates {
    const key = `${kind} ${locale}`;
    const known = this.templates.get(key);
    if (known) return known;
    const [text, html] = this.files.find(kind, locale).map((source) => new Template(source, valuesOf(kind)));
    const templates = { text, html, layout: this.layoutFor(locale) } as EmailTemplates;
    this.checkOne(templates, kind, locale);
    this.templates.set(key, templates);
    return templates;
  }

  private layoutFor(locale: string): Template {
    const source = this.files.findLayout(locale);
    const known = this.layouts.get(source.name);
    if (known) return known;
    const layout = new Template(source, [...COMMON_VALUES, ...LAYOUT_VALUES]);
    const sample = { ...this.commonValues({}, locale, 0), subject: 'A', body: '<p>A</p>' };
    layout.check(sample, { name: '{body}', text: sample.body });
    this.layouts.set(source.name, layout);
    return layout;
  }

  /** Writes the email once with all values, and once with the least: its link, or else its code, must be in both. */
  private checkOne({ text, html }: EmailTemplates, kind: EmailKind, locale: string): void {
    for (const content of [samplesOf(kind), samplesIn(EMAILS[kind].values)]) {
      const filled = this.valuesFor(kind, content, locale, 0);
      const name = content.link ? 'link' : 'code';
      const value = content[name];
      text.check(filled, value ? { name, text: value } : undefined);
      html.check(filled, value ? { name, text: handlebars.escapeExpression(value) } : undefined);
    }
  }

  kinds(): PreviewedKind[] {
    return KINDS.map((kind) => ({ kind, languages: this.languagesOf(kind) }));
  }

  /**
   * An email with example values, in the language that a reader with this language gets; undefined if there is no such kind of email.
   * Nothing is stored or sent, and no link works.
   * @param preferred a language tag; undefined for the default language
   */
  preview(kind: string, preferred: string | undefined, now: number): EmailPreview | undefined {
    if (!isKind(kind)) return undefined;
    const language = this.languageFor(kind, preferred);
    const message = this.write(kind, { ...samplesOf(kind), languages: language }, now);
    return { kind, language, ...message };
  }
}

function signInInWords({ at, address, method, provider, browser, system }: SignInFacts, locale: string): string {
  const client = [browser, system].filter((name) => name !== '').join(', ');
  const facts = [timeInWords(at, locale), client, address, provider || methodInWords(method, locale)];
  return facts.filter((fact) => fact !== '').join(', ');
}

/** The room for a logo, in pixels. */
const LOGO_WIDTH = 220;
const LOGO_HEIGHT = 40;

/** The values of an email by which it looks like the product. Programs like Outlook know the size of an image by its attributes only. */
function lookOf({ pages: { branding } }: Env): Record<string, string> {
  const [light, dark] = [emailColors(branding?.theme, 'light'), emailColors(branding?.theme, 'dark')];
  const colors = Object.entries(COLOR_VALUES).flatMap(([name, [inLight, inDark]]) => {
    const color = name as keyof typeof COLOR_VALUES;
    return [[inLight, light[color]] as const, [inDark, dark[color]] as const];
  });
  const { bytes, width, height } = branding?.emailLogo ?? { bytes: Buffer.alloc(0), width: 1, height: 1 };
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height);
  return {
    ...Object.fromEntries(colors),
    // Without the padding, whose = a template would escape.
    logo: bytes.length > 0 ? `data:image/png;base64,${bytes.toString('base64').replaceAll('=', '')}` : '',
    logoWidth: String(Math.max(1, Math.round(width * scale))),
    logoHeight: String(Math.max(1, Math.round(height * scale))),
  };
}

function isKind(text: string): text is EmailKind {
  return KINDS.some((kind) => kind === text);
}

function samplesOf(kind: EmailKind): EmailContent {
  const { values, optional } = EMAILS[kind];
  return { ...samplesIn([...values, ...optional]), ...SAMPLE_REQUESTER };
}

function samplesIn(names: readonly (keyof typeof SAMPLES)[]): EmailContent {
  return Object.fromEntries(names.map((name) => [name, SAMPLES[name]]));
}
