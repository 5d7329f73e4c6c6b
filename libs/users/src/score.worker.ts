import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { commonPasswords, isCommon } from './common-passwords.js';
import { MIN_CHARACTERS } from './password-length.js';

export interface ScoreJob {
  password: string;
  /** Words that an attacker would try first, such as the email. */
  guessable: string[];
  /** Which score is enough, 0 to 4. */
  wanted: number;
  /** When the verdict was requested, in milliseconds of UNIX time. */
  asked: number;
  /** For how many milliseconds the caller waits for it. */
  patience: number;
}

export interface PasswordVerdict {
  /** Whether the password is not a common one, and zxcvbn's score, 0 (guessed at once) to 4, is the wanted one or more. */
  enough: boolean;
  /** What would help a password that is not enough, in words; may be empty. */
  advice: string;
}

const COMMON_ADVICE = 'This is a commonly used password. Add more words that are less common.';

/**
 * The time that zxcvbn takes grows with the length and with the number of ways to undo letters written as digits and signs.
 * Within these bounds the worst passwords take a few hundred milliseconds; with the defaults they take seconds.
 */
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  maxLength: 64,
  l33tMaxSubstitutions: 4,
});
const refused = commonPasswords(MIN_CHARACTERS);
const READY = Date.now();

/** Returns nothing, at once, where the caller does not wait any more. The time that the thread took to start does not count. */
export default function run({ password, guessable, wanted, asked, patience }: ScoreJob): PasswordVerdict | undefined {
  if (Date.now() - Math.max(asked, READY) > patience) return undefined;
  if (isCommon(password, refused)) return { enough: false, advice: COMMON_ADVICE };
  if (wanted === 0) return { enough: true, advice: '' };
  const { score, feedback } = zxcvbn.check(password, guessable);
  if (score >= wanted) return { enough: true, advice: '' };
  return { enough: false, advice: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ') };
}
