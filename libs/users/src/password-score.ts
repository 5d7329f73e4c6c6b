import { dictionary } from '@zxcvbn-ts/language-common';

/** More than OWASP ASVS 5.0, 6.2.4, requires: the 3,000 most common passwords that the other rules would accept. */
const COUNT = 10_000;

const OUTER_SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The most common passwords that have at least this many characters, in lower case. The texts are those of the list, which stays in
 * memory, so the set itself takes only 0.6 MB.
 */
export function commonPasswords(minCharacters: number): Set<string> {
  const listed = dictionary['passwords-common'].map((entry) => entry.toLowerCase());
  return new Set(listed.filter((entry) => [...entry].length >= minCharacters).slice(0, COUNT));
}

/** Whether a password is a common one in any case, also with signs before or after it: `Password1!`. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const lowerCase = password.toLowerCase();
  return common.has(lowerCase) || common.has(lowerCase.replace(OUTER_SIGNS, ''));
}

/** The least value of `PASSWORD_MIN_LENGTH`. */
const MIN_CHARACTERS = 8;

export interface ScoreJob {
  password: string;
  /** Words that an attacker would try first, such as the email. */
  guessable: string[];
  /** The least accepted score, 0 to 4: that of PASSWORD_MIN_SCORE, the same for all jobs of a service. */
  minScore: number;
}

/** A job for the thread. */
export interface TimedScoreJob extends ScoreJob {
  /** The time of the request, in milliseconds of UNIX time. */
  requestedAt: number;
  /** How many milliseconds the caller waits for the result. */
  maxWaitMs: number;
}

export interface ScoreResult {
  /**
   * Whether the password is not a common one, and its zxcvbn score, 0 (guessed at once) to 4, is at least the least
   * accepted one.
   */
  accepted: boolean;
  /** How to improve a password that is not accepted, in words. May be empty. */
  advice: string;
}

const COMMON_ADVICE = 'This is a commonly used password. Add more words that are less common.';

const common = commonPasswords(MIN_CHARACTERS);

/** Whether a password is not a common one: takes microseconds, and no dictionaries of zxcvbn, which take half a second to load. */
export function scoreCommon(password: string): ScoreResult {
  return isCommon(password, common) ? { accepted: false, advice: COMMON_ADVICE } : { accepted: true, advice: '' };
}
