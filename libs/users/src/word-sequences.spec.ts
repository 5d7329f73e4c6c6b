import { sequenceFinder } from './word-sequences.js';

const LISTS = {
  days: ['monday', 'friday', 'kilo'],
  signs: ['a+b'],
  words: [...Array(100).keys()].map((n) => `may${n}`),
};
const mayHaveSequence = sequenceFinder(LISTS, { a: ['4', '@'], o: ['0', '()'] });

describe('sequenceFinder', () => {
  it.each([
    'mondayfriday',
    'Monday-FRIDAY',
    '\u212Ailofriday',
    'm0nd4yfrid@y',
    'm()ndayfriday',
    'yadnomyadirf',
    'xx friday 17 monday!',
    'a+bfriday',
  ])('sees two words of a short list in %s', (password) => {
    expect(mayHaveSequence(password)).toBe(true);
  });

  it.each(['', 'monday', 'mondayplover', 'mondafriday', 'may1may2', 'aabaab'])('sees none in "%s"', (password) => {
    expect(mayHaveSequence(password)).toBe(false);
  });
});
