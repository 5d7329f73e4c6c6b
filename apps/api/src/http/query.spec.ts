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

it.each([
  ['a=1&a=%ff', ['1', null]],
  ['a=%ff&a=1', [null, '1']],
  ['a=%ff&a=%ff&a=2&a=%', [null, null, '2', null]],
])('a value that is none stays among others of its name: %s', (text, values) => {
  expect(readQuery(text).a).toEqual(values);
});

it.each(['%ff=1&%ff=2', '%ff', '%ff&%ff', '__proto__=%ff&__proto__=1', '=%ff&=1'])('%s harms nobody', (text) => {
  expect(Object.values(readQuery(text))).toHaveLength(1);
});

it('reads all of a long query, and has no names but those in it', () => {
  expect(readQuery(`${'x&'.repeat(5_000)}last=1`).last).toBe('1');
  expect(readQuery('').constructor).toBeUndefined();
});
