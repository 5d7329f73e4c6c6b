import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import run from './score.worker.js';

const LISTS = { ...common.dictionary, ...english.dictionary };
const GUESSABLE = ['ada@example.com', 'ada', 'example', 'com'];
const PASSWORDS = 150;
const PATIENCE = 60_000;
/** Signs for letters, as people write them. */
const SIGNS: Record<string, string> = { a: '@', e: '3', i: '1', o: '()', s: '$', t: '7', h: '|-|', u: '|_|' };

const zxcvbn = new ZxcvbnFactory({ dictionary: LISTS, l33tMaxSubstitutions: 16, graphs: common.adjacencyGraphs });

const verdictOn = (password: string, wanted: number, guessable = GUESSABLE) =>
  run({ password, guessable, wanted, asked: Date.now(), patience: PATIENCE });

/** The highest score that is reached, of which none is reached without those below. */
const scoreOf = (password: string) => {
  const reached = [1, 2, 3, 4].map((wanted) => verdictOn(password, wanted)?.enough);
  expect(reached).toEqual([...reached].sort().reverse());
  return reached.filter(Boolean).length;
};

/** The same numbers from 0 to 1 each time (a linear congruential generator). */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Passwords as people make them: words of all lists, joined, capitalised, turned round, with signs for letters, with digits. */
function passwords(): string[] {
  const next = numbers();
  const pick = <T>(from: T[]): T => from[Math.floor(next() * from.length)] as T;
  const all: (string | number)[][] = Object.values(LISTS);
  // Most of the lists are short ones.
  const lists = all.filter(({ length }) => length >= 100 || next() < 0.2);
  const word = () => {
    const list = pick(lists);
    return String(next() < 0.5 ? pick(list.slice(0, 300)) : pick(list));
  };
  const ways: ((text: string) => string)[] = [
    (text) => text,
    (text) => text,
    (text) => text.charAt(0).toUpperCase() + text.slice(1),
    (text) => text.toUpperCase(),
    (text) => [...text].reverse().join(''),
    (text) => text.replace(/[aeiosthu]/g, (letter) => SIGNS[letter] as string),
    (text) => text + Math.floor(next() * 10_000),
    (text) => Math.floor(next() * 100) + text,
  ];
  const one = () =>
    Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(ways)(word())).join(pick(['', '', '-', ' ', '_']));
  return Array.from({ length: PASSWORDS }, one);
}

describe('the score of a password', () => {
  it('is the one that zxcvbn comes to with all its lists', () => {
    const differing = passwords().filter((password) => zxcvbn.check(password, GUESSABLE).score !== scoreOf(password));
    expect(differing).toEqual([]);
  });

  it.each(['mondaytuesday', 'one-two-three', 'Januaryfebruary', 'n0rthsoutheastwest'])(
    'is 0 for words that follow one another: %s',
    (password) => {
      expect(scoreOf(password)).toBe(0);
    },
  );

  it.each(['u|-|u|-|', '|_|h|_|h', 'blue|)//a', 'c|_|esecrets', '|-|s|_|l()y'])(
    'is that of zxcvbn also with signs of several characters: %s',
    (password) => {
      expect(scoreOf(password)).toBe(zxcvbn.check(password, GUESSABLE).score);
    },
  );

  it('counts what is known of the user among the guessable words', () => {
    expect(scoreOf('ada@example.com1')).toBeLessThan(2);
  });

  it.each([1, 2, 3, 4])('%i is out of reach for what is known of the user', (wanted) => {
    const known = ['a.xk7q9zt2@corp.example', 'a', 'xk7q9zt2', 'corp', 'example'];
    for (const password of ['xk7q9zt2', 'XK7Q9ZT2', '2tz9q7kx', 'a.xk7q9zt2@corp.example']) {
      expect(verdictOn(password, wanted, known)?.enough).toBe(false);
    }
    expect(verdictOn('xk7q9zt2', 1, [])?.enough).toBe(true);
  });
});

it('says nothing where nobody waits any more; what the thread took to start does not count', () => {
  const job = { password: 'plover-quince-71', guessable: [], wanted: 1 };
  expect(run({ ...job, asked: Date.now(), patience: -1 })).toBeUndefined();
  expect(run({ ...job, asked: 0, patience: PATIENCE })?.enough).toBe(true);
});

describe('the advice', () => {
  it('says what is wrong with a password that does not do, and nothing of others', () => {
    expect(verdictOn('password1', 1)?.advice).toMatch(/common/);
    expect(verdictOn('plover-quince-71', 4)?.advice).toBe('');
  });
});
