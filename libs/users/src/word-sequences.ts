import type { Signs, WordLists } from './word-ranks.js';

/** Lists of a few words each, such as the days of the week, whose words follow one another. */
const SHORT_LIST = 100;

export function shortLists(lists: WordLists): WordLists {
  return Object.fromEntries(Object.entries(lists).filter(([, { length }]) => length < SHORT_LIST));
}

/**
 * Tells whether a password may have two words of such lists, also written backwards or with signs for letters. To ask zxcvbn
 * takes many times as long.
 */
export function sequenceFinder(lists: WordLists, signs: Signs): (password: string) => boolean {
  const words = Object.values(shortLists(lists)).flat().map(String);
  const written = words.flatMap((word) => [[...word], [...word].reverse()].map((letters) => inSigns(letters, signs)));
  const pattern = new RegExp(written.join('|'), 'g');
  return (password) => (password.toLowerCase().match(pattern) ?? []).length > 1;
}

function inSigns(letters: string[], signs: Signs): string {
  return letters.map((letter) => `(?:${[letter, ...(signs[letter] ?? [])].map(escaped).join('|')})`).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
