import { commonPasswords, isCommon } from './common-passwords.js';
import { MIN_CHARACTERS } from './password-text.js';

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
