import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Env, SettingsError } from '@app/config';
import { Injectable } from '@nestjs/common';
import handlebars from 'handlebars';
import type { LetterKind } from './message.entity.js';

/** What a letter says, besides its standing texts. */
export interface LetterContent {
  /** The link to follow. */
  link?: string;
  /** How long the link works, in words. */
  lifetime?: string;
  /** The new address, in the notice to the old one. */
  newEmail?: string;
}

/** A letter as it is sent. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

type Template = (content: object) => string;

const KINDS: LetterKind[] = ['magic-link', 'verify-email', 'reset-password', 'email-changed', 'password-changed'];
const OURS = fileURLToPath(new URL('./templates/', import.meta.url));
const SUBJECT = /^Subject: (.+)\n+/;

/**
 * Writes letters from their templates: `KIND.txt.hbs`, whose first line is the subject, and `KIND.html.hbs`, which goes
 * into `layout.html.hbs`. Files of these names in `MAIL_TEMPLATES_DIR` take the place of ours.
 */
@Injectable()
export class Letters {
  private readonly layout: Template;
  private readonly templates: Map<LetterKind, { text: Template; html: Template }>;

  constructor(private readonly env: Env) {
    this.layout = this.load('layout.html.hbs');
    this.templates = new Map(
      KINDS.map((kind) => [kind, { text: this.load(`${kind}.txt.hbs`), html: this.load(`${kind}.html.hbs`) }]),
    );
  }

  write(kind: LetterKind, content: LetterContent): Letter {
    const template = this.templates.get(kind);
    if (!template) throw new Error(`There is no letter of the kind ${kind}.`);
    const values = { ...content, app: this.env.appName, appUrl: this.env.appUrl };
    const text = template.text(values);
    const subject = SUBJECT.exec(text)?.[1] ?? this.env.appName;
    const html = this.layout({ ...values, subject, body: template.html(values) });
    return { subject, text: text.replace(SUBJECT, ''), html };
  }

  /** Values are escaped in HTML, and in HTML only. A template that cannot be read stops the start. */
  private load(name: string): Template {
    const own = this.env.mailTemplatesDir && join(this.env.mailTemplatesDir, name);
    const file = own && existsSync(own) ? own : join(OURS, name);
    try {
      const source = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
      handlebars.parse(source);
      return handlebars.compile(source, { noEscape: name.endsWith('.txt.hbs'), strict: true });
    } catch (error) {
      const wrong = `${file} cannot be used: ${(error as Error).message}`;
      throw new SettingsError([{ variable: 'MAIL_TEMPLATES_DIR', wrong, allowed: 'a folder of Handlebars templates' }]);
    }
  }
}
