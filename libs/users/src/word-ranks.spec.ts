import { rankWords, type WordLists } from './word-ranks.js';

const FILLER = Array.from({ length: 99 }, (_none, index) => `filler${index}`);

const ranksOf = (lists: WordLists) => rankWords(lists, { h: ['|-|', '#'] });

describe('rankWords', () => {
  it('ranks a word by the list in which it is commonest', () => {
    const ranks = ranksOf({ one: ['plover', ...FILLER, 'quince'], other: [...FILLER, 'plover', 'quince'] });
    expect([ranks.get('plover'), ranks.get('quince'), ranks.get('filler0')]).toEqual([1, 101, 1]);
  });

  it('leaves out what is guessed as soon by its characters', () => {
    const ranks = ranksOf({ list: ['a', ...FILLER, 'at', 'ate', 'b'] });
    expect([...ranks.keys()].filter((word) => !word.startsWith('filler'))).toEqual(['a', 'ate']);
  });

  it('keeps what takes more guesses in the signs that it may be written in', () => {
    expect([...ranksOf({ list: [...FILLER, 'ah', 'ao'] }).keys()]).toEqual([...FILLER, 'ah']);
  });

  it('takes the numbers among the words for text', () => {
    expect(ranksOf({ list: [2026] }).get('2026')).toBe(1);
  });
});
