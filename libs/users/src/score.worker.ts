import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

export interface ScoreJob {
  password: string;
  guessable: string[];
}

export interface PasswordScore {
  /** zxcvbn's estimate, 0 (guessed at once) to 4. */
  score: number;
  /** What would help, in words; may be empty. */
  advice: string;
}

/** What comes after says little of how soon a password is guessed, and takes zxcvbn seconds to weigh. */
const WEIGHED_CHARACTERS = 64;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

export default function run({ password, guessable }: ScoreJob): PasswordScore {
  const { score, feedback } = zxcvbn.check(password.slice(0, WEIGHED_CHARACTERS), guessable);
  return { score, advice: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ') };
}
