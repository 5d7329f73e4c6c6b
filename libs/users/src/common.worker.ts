import { commonPasswords, isCommon } from './common-passwords.js';
import { MIN_CHARACTERS } from './password-length.js';

export interface ScoreJob {
  password: string;
  /** Words that an attacker would try first, such as the email. */
  guessable: string[];
  /** Which score is enough, 0 to 4: that of PASSWORD_MIN_SCORE, the same for all jobs of a service. */
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

const refused = commonPasswords(MIN_CHARACTERS);
const READY = Date.now();

/**
 * Weighs a password where no score of zxcvbn is wanted, whose dictionaries take half a second to load. Returns nothing where
 * the caller does not wait any more; the time that the thread took to start does not count.
 */
export default function run({ password, asked, patience }: ScoreJob): PasswordVerdict | undefined {
  if (Date.now() - Math.max(asked, READY) > patience) return undefined;
  return isCommon(password, refused) ? { enough: false, advice: COMMON_ADVICE } : { enough: true, advice: '' };
}
