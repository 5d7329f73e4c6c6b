import { addReplaced, timeOfReplacement } from './replaced-generations.js';

/** The text after these generations, from 0 on, were replaced at these times. */
const replacedAt = (times: number[], grace = 10) =>
  times.reduce<string | null>((text, now, generation) => addReplaced(text, generation, now, now - grace), null);

it('a replaced generation has the time of its replacement', () => {
  const text = replacedAt([100, 103, 104]);
  expect([0, 1, 2].map((generation) => timeOfReplacement(text, generation))).toEqual([100, 103, 104]);
});

it('generations that were replaced in one second share an entry', () => {
  const text = replacedAt([100, 101, 101, 101]);
  expect(text).toBe('0:100 3:101');
  expect([0, 1, 2, 3].map((generation) => timeOfReplacement(text, generation))).toEqual([100, 101, 101, 101]);
});

it('an entry is forgotten after the grace period', () => {
  expect(replacedAt([100, 105, 111])).toBe('1:105 2:111');
});

it.each([null, '', '3:101'])('the newest generation, and one that is not known, has no time in %j', (text) => {
  expect(timeOfReplacement(text, 4)).toBeUndefined();
});
