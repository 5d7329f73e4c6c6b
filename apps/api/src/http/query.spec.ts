import { readQuery } from './query.js';

it.each<[string, Record<string, unknown>]>([
  ['', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['a=b+c&d=%2B', { a: 'b c', d: '+' }],
  ['a=%C3%A4&%C3%A4=1', { a: 'ä', ä: '1' }],
  ['a=b=c&d=https://x/?y=%26', { a: 'b=c', d: 'https://x/?y=&' }],
  ['&&a=1&', { a: '1' }],
])('%s is read', (text, query) => {
  expect({ ...readQuery(text) }).toEqual(query);
});

it.each(['%', '%f', '%ff', '%zz', 'a%', '%E0%A4%A', '%ED%A0%80', '100%&b=1'])('a value of %s is none', (text) => {
  expect(readQuery(`a=${text}`).a).toBeNull();
});

it('a value that is none stays among others of its name', () => {
  expect(readQuery('a=1&a=%ff').a).toEqual(['1', null]);
});

it('reads all of a long query, and has no names but those in it', () => {
  expect(readQuery(`${'x&'.repeat(5_000)}last=1`).last).toBe('1');
  expect(readQuery('').constructor).toBeUndefined();
});
