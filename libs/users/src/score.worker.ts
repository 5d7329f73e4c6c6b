import { type Options, ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { rankWords, type WordLists } from './word-ranks.js';
import { sequenceFinder, shortLists } from './word-sequences.js';

export interface ScoreJob {
  password: string;
  /** Words that an attacker would try first, such as the email. */
  guessable: string[];
  /** Which score is enough, 1 to 4. */
  wanted: number;
  /** When the verdict was asked for, in milliseconds of UNIX time. */
  asked: number;
  /** For how many milliseconds somebody waits for it. */
  patience: number;
}

export interface PasswordVerdict {
  /** Whether zxcvbn's estimate, 0 (guessed at once) to 4, comes to the score that is wanted. */
  enough: boolean;
  /** What would help a password whose score is not enough, in words; may be empty. */
  advice: string;
}

/** Words by their ranks, and how many characters the longest has. */
interface Dictionary {
  ranks: Record<string, number>;
  longest: number;
}

/** What comes after says little of how soon a password is guessed, and takes zxcvbn seconds to weigh. */
const WEIGHED_CHARACTERS = 64;

/** zxcvbn tries this many ways to undo letters that are written as digits and signs; of a hundred, it needs the first few. */
const SUBSTITUTIONS = 16;
/** For the advice the first of them do. */
const ADVISED_SUBSTITUTIONS = 4;

const lists = { ...common.dictionary, ...english.dictionary };
const graphs = common.adjacencyGraphs;
const advising = new ZxcvbnFactory({
  dictionary: lists,
  l33tMaxSubstitutions: ADVISED_SUBSTITUTIONS,
  graphs,
  translations: english.translations,
});
const { l33tTable } = optionsOf(advising);
const words = dictionaryOf(rankWords(lists, l33tTable));
const whole = onlyWhole(words);
const quick = zxcvbnWith({ words });
const sequential = zxcvbnWith({ words, ...eachRanked(shortLists(lists)) });
const mayHaveSequence = sequenceFinder(lists, l33tTable);
const READY = Date.now();

/**
 * zxcvbn looks each part of a password up in each of twenty lists, which takes it some milliseconds. One list of all words
 * comes to the same score; the short ones are needed beside it where words may follow one another, and the others for what
 * would help. Returns nothing, at once, where nobody waits any more; what the thread took to start is forgiven.
 */
export default function run({ password, guessable, wanted, asked, patience }: ScoreJob): PasswordVerdict | undefined {
  if (Date.now() - Math.max(asked, READY) > patience) return undefined;
  const weighed = password.slice(0, WEIGHED_CHARACTERS);
  const enough = weigherOf(weighed, wanted).check(weighed, guessable).score >= wanted;
  return { enough, advice: enough ? '' : adviceFor(weighed, guessable) };
}

/**
 * A score of 1 stands for a thousand guesses, and zxcvbn reckons ten thousand for whatever has two parts or more. So a
 * password falls short of it only if all of it is one pattern, and its parts need not be looked up.
 */
function weigherOf(password: string, wanted: number): ZxcvbnFactory {
  if (mayHaveSequence(password)) return sequential;
  return wanted > 1 ? quick : whole;
}

function adviceFor(password: string, guessable: string[]): string {
  const { feedback } = advising.check(password, guessable);
  return [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ');
}

/** Given lists, zxcvbn would rank each word by its place; here several share a rank. */
function zxcvbnWith(dictionaries: Record<string, Dictionary>): ZxcvbnFactory {
  const factory = new ZxcvbnFactory({ l33tMaxSubstitutions: SUBSTITUTIONS, graphs });
  const own = optionsOf(factory);
  for (const [name, { ranks, longest }] of Object.entries(dictionaries)) {
    own.rankedDictionaries[name] = ranks;
    own.rankedDictionariesMaxWordSize[name] = longest;
  }
  return factory;
}

/**
 * In a dictionary, zxcvbn looks up no part of a password that is longer than its words, but always the whole of it. It
 * gets to the whole by way of the parts, while there is a dictionary whose words are as long.
 */
function onlyWhole({ ranks }: Dictionary): ZxcvbnFactory {
  const factory = zxcvbnWith({ words: { ranks, longest: 0 }, none: { ranks: {}, longest: WEIGHED_CHARACTERS } });
  // What is guessable of a user is measured at each check.
  Object.assign(optionsOf(factory), { getRankedDictionariesMaxWordSize: () => 0 });
  return factory;
}

function eachRanked(named: WordLists): Record<string, Dictionary> {
  const ranked = ([name, list]: [string, (string | number)[]]) => [
    name,
    dictionaryOf(new Map(list.map((word, index) => [String(word), index + 1]))),
  ];
  return Object.fromEntries(Object.entries(named).map(ranked));
}

function dictionaryOf(ranks: Map<string, number>): Dictionary {
  let longest = 0;
  for (const { length } of ranks.keys()) longest = Math.max(longest, length);
  return { ranks: Object.fromEntries(ranks), longest };
}

/** Declared private; the class itself is public, and these fields of it. */
function optionsOf(factory: ZxcvbnFactory): Options {
  return (factory as unknown as { options: Options }).options;
}
