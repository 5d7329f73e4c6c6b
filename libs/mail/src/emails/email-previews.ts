import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EMAILS, type EmailContent, type EmailKind, KINDS, SAMPLE_REQUESTER, SAMPLES } from './email-kinds.js';
import { EmailWriter } from './email-writer.js';
import type { WrittenEmail } from './written-email.js';

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

/** Writes each email with example values, by the templates in force. Nothing is stored or sent, and no link works. */
@Injectable()
export class EmailPreviews {
  constructor(
    private readonly writer: EmailWriter,
    private readonly clock: Clock,
  ) {}

  kinds(): PreviewedKind[] {
    return KINDS.map((kind) => ({ kind, languages: this.writer.languagesOf(kind) }));
  }

  /**
   * The email in the language that a reader with this language gets; undefined if there is no such kind of email.
   * @param preferred a language tag; left out, the default language
   */
  preview(kind: string, preferred?: string): EmailPreview | undefined {
    if (!isKind(kind)) return undefined;
    const language = this.writer.languageFor(kind, preferred);
    const message = this.writer.write(kind, { ...samplesOf(kind), languages: language }, this.clock.now());
    return { kind, language, ...message };
  }
}

function isKind(text: string): text is EmailKind {
  return KINDS.some((kind) => kind === text);
}

function samplesOf(kind: EmailKind): EmailContent {
  const { values, optional } = EMAILS[kind];
  const samples = [...values, ...optional].map((name) => [name, SAMPLES[name]]);
  return { ...Object.fromEntries(samples), ...SAMPLE_REQUESTER };
}
