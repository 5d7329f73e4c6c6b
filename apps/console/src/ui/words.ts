/** The words of a list that is separated by commas or blanks. */
export const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
