import fc from 'fast-check';

/** Unusual JSON texts, also such that `JSON.stringify` does not write. */
const UNUSUAL_JSON = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '9007199254740993',
  `${'9'.repeat(400)}`,
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\ufeff"',
  '"\u202e\u0130\u212a\ufb01"',
  '"2024-02-30T25:61:61Z"',
  '"{}"',
  '"%00%ff%"',
  '"\' OR 1=1 --"',
  '"../../etc/passwd"',
  '"javascript:alert(1)"',
  '"http://[::1"',
  '"https://example.com/\\r\\nset-cookie: a=b"',
  '"__proto__"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"active":false}}',
  '{"constructor":{"prototype":{"length":1}}}',
  '{"toString":1,"valueOf":1,"then":1,"length":-1}',
  `"${'x'.repeat(300)}"`,
  `"${'\u{1f600}'.repeat(200)}"`,
  `"${'a@'.repeat(10_000)}"`,
  `"${'1'.repeat(50_000)}"`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
];

/** A JSON value of any shape, as text. */
export const unusualJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...UNUSUAL_JSON) },
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'grapheme-ascii', size: '+1' }).map((text) => JSON.stringify(text)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.date({ noInvalidDate: true }).map((date) => JSON.stringify(date)),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

/** A part of a URL: mostly percent-encoded, sometimes with invalid encodings. */
export const unusualPart: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())) },
  fc.uuid(),
  fc.integer().map(String),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e400',
    '%00',
    '%',
    '%ff',
    '%c0%af',
    '..',
    '..%2f',
    '__proto__',
    '%F0%9F%98%80',
    '[]',
  ),
  fc.constantFrom('x'.repeat(3_000), '%27%20OR%201%3D1', 'true', 'null', 'NaN', '2024-02-30', '9'.repeat(30)),
);

/** An object as JSON text: known fields with valid or unusual values, and some unknown fields. */
export function unusualObject(fitting: Record<string, string[]>): fc.Arbitrary<string> {
  const fields = Object.entries(fitting).map(([name, texts]) => {
    const unusual = { weight: 2, arbitrary: unusualJson };
    const value = texts.length ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...texts) }, unusual) : unusualJson;
    return fc.option(
      value.map((text) => `${JSON.stringify(name)}:${text}`),
      { freq: 5, nil: undefined },
    );
  });
  const unknown = fc.tuple(fc.constantFrom('__proto__', 'constructor', 'uid', 'active', '', 'toJSON'), unusualJson);
  const extra = fc.option(
    unknown.map(([name, text]) => `"${name}":${text}`),
    { freq: 2, nil: undefined },
  );
  return fc.tuple(...fields, extra).map((all) => `{${all.filter((field) => field !== undefined).join()}}`);
}
