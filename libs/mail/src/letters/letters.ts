import { Env } from '@app/config';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import handlebars from 'handlebars';
import { durationInWords, lookUp, timeInWords } from './languages.js';
import {
  COMMON_VALUES,
  KINDS,
  LAYOUT,
  LAYOUT_VALUES,
  LETTERS,
  type LetterContent,
  type LetterKind,
  SAMPLES,
  templatesOf,
  valuesOf,
} from './letter-kinds.js';
import { Template } from './template.js';
import { TemplateFiles } from './template-files.js';

/** A written letter. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** The templates of a letter in one language. */
interface Templates {
  text: Template;
  html: Template;
  layout: Template;
}

const SUBJECT = /^Subject: (.+)\n+/;
const SAMPLE_BROWSER = { browser: 'Firefox', system: 'Windows' };

/**
 * Writes letters from their templates: `KIND.txt.hbs`, whose first line is the subject, and `KIND.html.hbs`, which goes
 * into `layout.html.hbs`. Files with these names in `MAIL_TEMPLATES_DIR` replace those of the service, and a folder in it
 * with the name of a language contains those of the language.
 */
@Injectable()
export class Letters implements OnModuleInit {
  /** By letter: its languages. */
  private readonly languages = new Map<LetterKind, string[]>();
  /** By letter and language. */
  private readonly templates = new Map<string, Templates>();
  /** By file. */
  private readonly layouts = new Map<string, Template>();

  private files!: TemplateFiles;

  constructor(private readonly env: Env) {}

  /**
   * With templates of the operator, reads and checks all. The tests check those of the service, and compiling them would
   * take a quarter of a start, so each is read for its first letter.
   * @throws {SettingsError} naming the file, and the variable in it if one is wrong
   */
  onModuleInit(): void {
    const { mailTemplatesDir, mailLocale } = this.env;
    this.files = new TemplateFiles(mailTemplatesDir);
    for (const kind of KINDS) {
      const locales = [...new Set([...this.files.languagesOf(kind), mailLocale])];
      this.languages.set(kind, locales);
      if (mailTemplatesDir !== undefined) for (const locale of locales) this.templatesFor(kind, locale);
    }
  }

  /** @param createdAt the time of what caused the letter, in seconds since the UNIX epoch */
  write(kind: LetterKind, content: LetterContent, createdAt: number): Letter {
    const languages = this.languages.get(kind);
    if (!languages) throw new Error(`There are no templates of the letter ${kind}.`);
    const locale = lookUp(content.languages ?? '', languages) ?? this.env.mailLocale;
    return fill(this.templatesFor(kind, locale), this.valuesFor(kind, content, locale, createdAt), this.env.appName);
  }

  private valuesFor(kind: LetterKind, content: LetterContent, locale: string, createdAt: number) {
    const { languages: _languages, ...rest } = content;
    const empty = Object.fromEntries(LETTERS[kind].optional.map((name) => [name, '']));
    const durations = Object.entries({ lifetime: rest.lifetime, codeLifetime: rest.codeLifetime })
      .filter(([, seconds]) => typeof seconds === 'number')
      .map(([name, seconds]) => [name, durationInWords(Number(seconds), locale)]);
    return { ...empty, ...rest, ...Object.fromEntries(durations), ...this.commonValues(content, locale, createdAt) };
  }

  private commonValues({ browser = '', system = '' }: LetterContent, locale: string, createdAt: number) {
    const { appName: app, appUrl } = this.env;
    return { app, appUrl, locale, time: timeInWords(createdAt, locale), browser, system };
  }

  private templatesFor(kind: LetterKind, locale: string): Templates {
    const key = `${kind} ${locale}`;
    const known = this.templates.get(key);
    if (known) return known;
    const [text, html] = templatesOf(kind).map((name) => new Template(this.files.find(name, locale), valuesOf(kind)));
    const templates = { text, html, layout: this.layoutFor(locale) } as Templates;
    this.check(templates, kind, locale);
    this.templates.set(key, templates);
    return templates;
  }

  private layoutFor(locale: string): Template {
    const file = this.files.find(LAYOUT, locale);
    const known = this.layouts.get(file);
    if (known) return known;
    const layout = new Template(file, [...COMMON_VALUES, ...LAYOUT_VALUES]);
    const sample = { ...this.commonValues({}, locale, 0), subject: 'A', body: '<p>A</p>' };
    layout.check(sample, { name: '{body}', text: sample.body });
    this.layouts.set(file, layout);
    return layout;
  }

  /** Writes the letter once with all values, and once with the least: its link, or else its code, must be in both. */
  private check({ text, html }: Templates, kind: LetterKind, locale: string): void {
    const { values, optional } = LETTERS[kind];
    const samples = (names: readonly (keyof typeof SAMPLES)[]) =>
      Object.fromEntries(names.map((name) => [name, SAMPLES[name]]));
    const all = { ...samples([...values, ...optional]), ...SAMPLE_BROWSER };
    for (const content of [all, samples(values)] as LetterContent[]) {
      const filled = this.valuesFor(kind, content, locale, 0);
      const name = content.link ? 'link' : 'code';
      const value = content[name];
      text.check(filled, value ? { name, text: value } : undefined);
      html.check(filled, value ? { name, text: handlebars.escapeExpression(value) } : undefined);
    }
  }
}

function fill(templates: Templates, values: object, app: string): Letter {
  const text = templates.text.fill(values);
  const subject = SUBJECT.exec(text)?.[1] ?? app;
  const html = templates.layout.fill({ ...values, subject, body: templates.html.fill(values) });
  return { subject, text: text.replace(SUBJECT, ''), html };
}
