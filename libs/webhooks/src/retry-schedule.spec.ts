import { pauseAfter, readRetryAfter } from './sender.js';

const LEAST = () => 0;
const MOST = () => 1;
const DAY = 86_400;

it('ten tries take 75 hours, more or less by 10 %', () => {
  const pauses = (random: () => number) =>
    Array.from({ length: 9 }, (_none, index) => pauseAfter(index + 1, 0, random) ?? 0);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0) / 3_600;
  expect(pauses(() => 0.5)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  expect(sum(pauses(LEAST))).toBeCloseTo(68, 0);
  expect(sum(pauses(MOST))).toBeCloseTo(83.1, 0);
  expect(pauseAfter(10)).toBeUndefined();
});

it('a receiver may ask for a longer pause of up to a day', () => {
  expect(pauseAfter(1, 120)).toBe(120);
  expect(pauseAfter(3, 1, LEAST)).toBe(1_620);
  expect(pauseAfter(1, 10 * DAY)).toBe(DAY);
});

it.each([
  ['7', 7],
  [' 120 ', 120],
  ['Thu, 01 Jan 1970 00:20:00 GMT', 200],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('the header Retry-After %j is read as %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, 1_000)).toBe(seconds);
});
