import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Env, SettingsError } from '@app/config';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import handlebars from 'handlebars';
import type { LetterKind } from './message.entity.js';

/** The variable content of a letter. */
export interface LetterContent {
  /** The link that the letter is about. */
  link?: string;
  /** How long the link works, in words. */
  lifetime?: string;
  /** The new address, in the notice to the old one. */
  newEmail?: string;
}

/** A written letter. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

type Template = (content: object) => string;

const KINDS: LetterKind[] = [
  'magic-link',
  'verify-email',
  'reset-password',
  'email-changed',
  'password-changed',
  'password-voided',
];
const OWN_TEMPLATES = fileURLToPath(new URL('./templates/', import.meta.url));
const SUBJECT = /^Subject: (.+)\n+/;

/**
 * Writes letters from their templates: `KIND.txt.hbs`, whose first line is the subject, and `KIND.html.hbs`, which goes
 * into `layout.html.hbs`. Files with these names in `MAIL_TEMPLATES_DIR` replace those of the service.
 */
@Injectable()
export class Letters implements OnModuleInit {
  private readonly templates = new Map<string, Template>();

  constructor(private readonly env: Env) {}

  /** @throws {SettingsError} when `MAIL_TEMPLATES_DIR` is not a folder, or a template in it is invalid */
  onModuleInit(): void {
    const { mailTemplatesDir: custom } = this.env;
    if (custom && !existsSync(custom)) throw invalid(`there is no folder ${custom}`);
    const names = ['layout.html.hbs', ...KINDS.flatMap((kind) => [`${kind}.txt.hbs`, `${kind}.html.hbs`])];
    for (const name of names) {
      const replaced = custom !== undefined && existsSync(join(custom, name));
      this.templates.set(name, load(replaced ? join(custom, name) : join(OWN_TEMPLATES, name)));
    }
  }

  write(kind: LetterKind, content: LetterContent): Letter {
    const values = { ...content, app: this.env.appName, appUrl: this.env.appUrl };
    const text = this.fill(`${kind}.txt.hbs`, values);
    const subject = SUBJECT.exec(text)?.[1] ?? this.env.appName;
    const body = this.fill(`${kind}.html.hbs`, values);
    const html = this.fill('layout.html.hbs', { ...values, subject, body });
    return { subject, text: text.replace(SUBJECT, ''), html };
  }

  private fill(name: string, values: object): string {
    const template = this.templates.get(name);
    if (!template) throw new Error(`There is no template ${name}.`);
    return template(values);
  }
}

/** Escapes values in HTML only. */
function load(file: string): Template {
  try {
    const source = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    handlebars.parse(source);
    return handlebars.compile(source, { noEscape: file.endsWith('.txt.hbs'), strict: true });
  } catch (error) {
    throw invalid(`${file} cannot be used: ${(error as Error).message.split('\n')[0]}`);
  }
}

function invalid(problem: string): SettingsError {
  const allowed = 'a folder of Handlebars templates; those of the service replace missing ones';
  return new SettingsError([{ variable: 'MAIL_TEMPLATES_DIR', wrong: problem, allowed }]);
}
