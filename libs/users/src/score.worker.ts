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

/** zxcvbn tries this many ways to undo letters that are written as digits and signs; of a hundred, it needs the first few. */
const SUBSTITUTIONS = 16;
/** Lists of a few words each, such as the days of the week: to look a password up takes as long for a short list as for a long one. */
const SHORT_LIST = 100;

const zxcvbn = new ZxcvbnFactory({
  dictionary: withoutShortLists({ ...common.dictionary, ...english.dictionary }),
  l33tMaxSubstitutions: SUBSTITUTIONS,
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

export default function run({ password, guessable }: ScoreJob): PasswordScore {
  const { score, feedback } = zxcvbn.check(password.slice(0, WEIGHED_CHARACTERS), guessable);
  return { score, advice: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ') };
}

/** The short lists as one, the commonest word of each first. */
function withoutShortLists(lists: Record<string, (string | number)[]>): Record<string, (string | number)[]> {
  const short = Object.values(lists).filter(({ length }) => length < SHORT_LIST);
  const ranks = Array.from({ length: SHORT_LIST }, (_none, rank) =>
    short.flatMap((list) => list.slice(rank, rank + 1)),
  );
  const long = Object.entries(lists).filter(([, { length }]) => length >= SHORT_LIST);
  return { ...Object.fromEntries(long), short: [...new Set(ranks.flat())] };
}
