import { Fields } from './fields.js';

const read = (time: unknown) => Fields.of({ time }).time('time');
const MORNING = Date.parse('2024-03-01T10:20:30Z') / 1_000;

describe('a time of a record', () => {
  it.each([
    '2024-03-01T10:20:30Z',
    '2024-03-01t10:20:30.123z',
    '2024-03-01T11:20:30+01:00',
    '2024-03-01T15:50:30+0530',
    '2024-03-01 10:20:30',
    '2024-03-01 10:20:30.1+00',
    '2024-03-01 10:20:30.0000000 +00:00',
    MORNING,
    MORNING + 0.5,
    String(MORNING),
    MORNING * 1_000 + 999,
    String(MORNING * 1_000),
  ])('is read in ISO 8601, in the forms of databases, in seconds and in milliseconds: %s', (text) => {
    expect(read(text)).toBe(MORNING);
  });

  it('is the beginning of a day in UTC without an hour', () => {
    expect(read('2024-03-01')).toBe(Date.parse('2024-03-01T00:00:00Z') / 1_000);
  });

  it.each([null, '', 'NULL', 'null', '\\N', 0, '0', '0000-00-00 00:00:00', '0001-01-01T00:00:00Z'])(
    'is missing for what databases write for no time: %s',
    (text) => expect(read(text)).toBeUndefined(),
  );

  it.each([
    ...['01/02/2024', '2024/03/01', '-1', '20240301', '45352', '202403011020', 'March 1, 2024', '2024', '2024-3-1'],
    ...['2024-02-30', '2024-13-01', '2024-03-01T25:00:00Z', '2024-03-01T10:20:30+99', 'false', 'x', 'infinity'],
    ...[true, -1, 20_240_301, 1e20, {}, []],
  ])('is refused in any other form, instead of a guess: %s', (text) => {
    expect(() => read(text)).toThrow('time must be a time in ISO 8601, or seconds or milliseconds since 1970.');
  });
});
