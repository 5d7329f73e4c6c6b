import { changedClaims, claimsObjection, isClaims, MAX_CLAIMS_BYTES } from './claims.js';

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
  '{"a":[0,-0,0.1,-1.0,1e2,1E+2,12.50,1e20,5e-324,9007199254740992,1.7976931348623157e308]}',
  '{"a":"1983516295378495150","b":"[1e999]"}',
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

it.each([
  ['{"id":1983516295378495150}', 'claims.id '],
  ['{"id":-9007199254740993}', 'claims.id '],
  ['{"a":{"max":1e999}}', 'claims.a.max '],
  ['{"a":1,"b":[0,{"c d":[[],1e-400]}],"e":2}', 'claims.b[1]["c d"][1] '],
  ['{"\\u0061b":0.1000000000000000055}', 'claims.ab '],
  ['{"x":",]}:","y":[{"z":"\\""},12345678901234567890]}', 'claims.y[1] '],
  // The earlier of two members with one name, too, which other parsers might take.
  ['{"a":1983516295378495150,"a":1}', 'claims.a '],
])(
  'isClaims() refuses %s, a number that a token would round, and claimsObjection() names the place',
  (claims, place) => {
    expect(isClaims(claims)).toBe(false);
    expect(claimsObjection(claims)?.startsWith(place)).toBe(true);
  },
);

it.each(['{}', '{"a":0.1}', '[1e999]', '{', 7])(
  'claimsObjection() has nothing to say about the numbers of %j',
  (claims) => {
    expect(claimsObjection(claims)).toBeUndefined();
  },
);

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
