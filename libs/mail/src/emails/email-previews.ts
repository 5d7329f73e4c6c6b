import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { KINDS, LETTERS, type LetterContent, type LetterKind, SAMPLE_REQUESTER, SAMPLES } from './email-kinds.js';
import { Letters } from './email-writer.js';
import type { Letter } from './written-email.js';

/** A kind of letter, with the languages in which it is written. */
export interface PreviewedKind {
  kind: string;
  languages: string[];
}

/** A letter with example values. */
export interface LetterPreview extends Letter {
  kind: string;
  language: string;
}

/** Writes each letter with example values, by the templates in force. Nothing is stored or sent, and no link works. */
@Injectable()
export class LetterPreviews {
  constructor(
    private readonly letters: Letters,
    private readonly clock: Clock,
  ) {}

  kinds(): PreviewedKind[] {
    return KINDS.map((kind) => ({ kind, languages: this.letters.languagesOf(kind) }));
  }

  /**
   * The letter in the language that a reader with this language gets; undefined if there is no such kind of letter.
   * @param preferred a language tag; left out, the default language
   */
  preview(kind: string, preferred?: string): LetterPreview | undefined {
    if (!isKind(kind)) return undefined;
    const language = this.letters.languageFor(kind, preferred);
    const letter = this.letters.write(kind, { ...samplesOf(kind), languages: language }, this.clock.now());
    return { kind, language, ...letter };
  }
}

function isKind(text: string): text is LetterKind {
  return KINDS.some((kind) => kind === text);
}

function samplesOf(kind: LetterKind): LetterContent {
  const { values, optional } = LETTERS[kind];
  const samples = [...values, ...optional].map((name) => [name, SAMPLES[name]]);
  return { ...Object.fromEntries(samples), ...SAMPLE_REQUESTER };
}
