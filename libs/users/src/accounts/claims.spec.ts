import { changedClaims, isClaims, MAX_CLAIMS_BYTES } from './claims.js';

/** Claims of exactly this many bytes. */
const ofBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

it.each([
  '{}',
  ' { } ',
  '{"roles":["editor"]}',
  '{"a":1,"a":2}',
  '{"__proto__":{"roles":["admin"]}}',
  '{"constructor":null,"toJSON":"x"}',
  '{"a":"\\ud83d\\ude00 \u{1f600}"}',
  nested(500),
  ofBytes(MAX_CLAIMS_BYTES),
])('isClaims() accepts %s', (claims) => {
  expect(isClaims(claims)).toBe(true);
});

it.each<[string, unknown]>([
  ['an object', {}],
  ['null', null],
  ['an empty text', ''],
  ['a text that is no JSON', '{'],
  ['a list', '[]'],
  ['a text in JSON', '"{}"'],
  ['a number', '1'],
  ['null in JSON', 'null'],
  ['half of a character', '{"a":"\ud800"}'],
  ['an escaped half of a character', '{"a":["\\ud800"]}'],
  ['an escaped half of a character in a name', '{"\\udc00":1}'],
  ['more than 1 KiB', ofBytes(MAX_CLAIMS_BYTES + 1)],
  ['fewer than 1,024 characters that are more than 1 KiB', `{"a":"${'é'.repeat(510)}"}`],
  ['numbers that are longer in a token', `{"a":[${Array(180).fill('1e20').join()}]}`],
])('isClaims() refuses %s', (_what, claims) => {
  expect(isClaims(claims)).toBe(false);
});

it.each<[string, string, string[]]>([
  ['{}', '{ }', []],
  ['{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1.0}', []],
  ['{"a":[1,2]}', '{"a":[2,1]}', ['a']],
  ['{"z":1,"a":1}', '{"b":1}', ['a', 'b', 'z']],
  ['{}', '{"a":null}', ['a']],
  ['{}', '{"__proto__":{}}', ['__proto__']],
  ['{"__proto__":1}', '{"__proto__":1,"constructor":1}', ['constructor']],
])('changedClaims() from %s to %s are %j', (before, after, names) => {
  expect(changedClaims(before, after)).toEqual(names);
});
