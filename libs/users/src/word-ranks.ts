/** Words that people make passwords of, by the name of each list; the commonest of a list come first. */
export type WordLists = Record<string, (string | number)[]>;

/** Which signs a letter may be written as, by letter; some are of several characters. */
export type Signs = Record<string, string[]>;

/** How many guesses zxcvbn reckons for each character that follows no pattern, and the least that it does for one alone. */
const GUESSES_A_CHARACTER = 10;
const LEAST_GUESSES = GUESSES_A_CHARACTER + 1;

/**
 * The words of all lists, each with its best rank, which is what zxcvbn comes to in the end. Those are left out whose
 * characters are guessed as soon without a list, however they are written: many short words, which are found in every
 * password and decide nothing.
 */
export function rankWords(lists: WordLists, signs: Signs): Map<string, number> {
  const ranks = new Map<string, number>();
  for (const list of Object.values(lists)) {
    for (const [index, word] of list.map(String).entries()) {
      const rank = index + 1;
      if (rank < (ranks.get(word) ?? guessesWithout(longest(word, signs)))) ranks.set(word, rank);
    }
  }
  return ranks;
}

function guessesWithout(length: number): number {
  return Math.max(GUESSES_A_CHARACTER ** length, LEAST_GUESSES);
}

/** How many characters a word has at the most, with signs for its letters. */
function longest(word: string, signs: Signs): number {
  return [...word].reduce((sum, letter) => sum + Math.max(letter.length, ...(signs[letter] ?? []).map(lengthOf)), 0);
}

function lengthOf({ length }: string): number {
  return length;
}
