import { readQuery } from './server.js';

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
])('readQuery(%j) returns %j', (text, query) => {
  expect({ ...readQuery(text) }).toEqual(query);
});

it.each(['%', '%f', '%ff', '%zz', 'a%', '%E0%A4%A', '%ED%A0%80', '100%&b=1'])(
  'readQuery() returns an empty value for the wrong encoding %s',
  (text) => {
    expect(readQuery(`a=${text}`).a).toBe('');
  },
);

it.each([
  ['a=1&a=%ff', ['1', '']],
  ['a=%ff&a=1', ['', '1']],
  ['a=%ff&a=%ff&a=2&a=%', ['', '', '2', '']],
])('readQuery() keeps a value with wrong encoding in the list of its name: %s', (text, values) => {
  expect(readQuery(text).a).toEqual(values);
});

it.each(['%ff=1&%ff=2', '%ff', '%ff&%ff', '__proto__=%ff&__proto__=1', '=%ff&=1'])(
  'readQuery(%j) returns one name and changes no prototype',
  (text) => {
    expect(Object.values(readQuery(text))).toHaveLength(1);
    expect(Object.prototype).not.toHaveProperty('1');
  },
);

it('readQuery() reads all of a long query', () => {
  expect(readQuery(`${'x&'.repeat(5_000)}last=1`).last).toBe('1');
});

it('readQuery() returns an object without inherited names', () => {
  expect(readQuery('').constructor).toBeUndefined();
});
