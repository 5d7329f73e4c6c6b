import { addReplaced, timeOfReplacement } from './session-store.js';

/** The text after these generations, from 0 on, were replaced at these times. */
const replacedAt = (times: number[], grace = 10) =>
  times.reduce<string | null>((text, now, generation) => addReplaced(text, generation, now, now - grace), null);

it('a replaced generation has the time of its replacement', () => {
  const text = replacedAt([100, 103, 104]);
  expect([0, 1, 2].map((generation) => timeOfReplacement(text, generation))).toEqual([100, 103, 104]);
});

it('generations that were replaced in one second share an entry', () => {
  const text = replacedAt([100, 101, 101, 101]);
  expect(text).toBe('0:100 1-3:101');
  expect([0, 1, 2, 3].map((generation) => timeOfReplacement(text, generation))).toEqual([100, 101, 101, 101]);
});

it('a generation is forgotten after the grace period, also when a later one is replaced', () => {
  const text = replacedAt([100, 105, 111]);
  expect(text).toBe('1:105 2:111');
  expect([0, 1, 2].map((generation) => timeOfReplacement(text, generation))).toEqual([undefined, 105, 111]);
});

it('a generation that was replaced before the grace period is not noted', () => {
  expect(addReplaced(null, 7, 100, 101)).toBeNull();
  expect(addReplaced('5:95 6:99', 7, 100, 101)).toBeNull();
});

it('a generation that is noted already stays as it is', () => {
  expect(addReplaced('5:100 6-7:101', 7, 101, 91)).toBe('5:100 6-7:101');
});

it('the generations before the first that is noted have no time', () => {
  expect(timeOfReplacement(addReplaced(null, 7, 100, 90), 6)).toBeUndefined();
});

it('the clocks of two processes may differ: the later time counts', () => {
  const text = replacedAt([101, 100, 101, 102]);
  expect(text).toBe('0-2:101 3:102');
});

it.each([null, '', '3:101', '0-3:101'])(
  'the newest generation, and one that is not known, has no time in %j',
  (text) => {
    expect(timeOfReplacement(text, 4)).toBeUndefined();
  },
);
