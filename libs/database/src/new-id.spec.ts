import { validate, version } from 'uuid';
import { newId } from './clock.js';

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());

it('ids are UUIDs of version 7 that grow within a millisecond', () => {
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7 && timeOf(id) === Date.now())).toBe(true);
  expect(ids).toEqual([...new Set(ids)].sort());
});

it('ids grow after a clock was set back by less than a second', () => {
  const before = newId();
  jest.setSystemTime(Date.now() - 999);
  expect(newId() > before).toBe(true);
});

it('ids tell the time again after a clock was set back by more', () => {
  newId();
  jest.setSystemTime(Date.now() - 3_600_000);
  const after = newId();
  expect(timeOf(after)).toBe(Date.now());
  expect(newId() > after).toBe(true);
});
