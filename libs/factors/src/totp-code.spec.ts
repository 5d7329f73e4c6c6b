import { Secret } from 'otpauth';
import { newSecret, otpauthUri, stepOf } from './totp.js';

const PERIOD = 30;

/** The keys of the vectors of RFC 6238, appendix B (erratum 2866): the digits, as long as the hash. */
const KEYS = { SHA1: 20, SHA256: 32, SHA512: 64 };
type Algorithm = keyof typeof KEYS;

const secretOf = (algorithm: Algorithm) => Secret.fromUTF8('1234567890'.repeat(7).slice(0, KEYS[algorithm])).base32;

/** The vectors of RFC 6238, appendix B: time, SHA1, SHA256, SHA512. */
const VECTORS: [number, string, string, string][] = [
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
];
const CASES = VECTORS.flatMap(([time, ...codes]) =>
  (Object.keys(KEYS) as Algorithm[]).map((algorithm, index) => [algorithm, time, codes[index] ?? ''] as const),
);

describe.each(CASES)('the vector of RFC 6238 for %s at %d s', (algorithm, time, code) => {
  const form = { algorithm, digits: 8, period: PERIOD };
  const step = Math.floor(time / PERIOD);
  const secret = secretOf(algorithm);

  it('has its step', () => {
    expect(stepOf(code, secret, form, time)).toBe(step);
  });

  it('has the same step one step earlier and one later, and none further away', () => {
    const at = (steps: number) => stepOf(code, secret, form, (step + steps) * PERIOD);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  });

  it('has the last six digits as its code of six digits', () => {
    expect(stepOf(code.slice(2), secret, { ...form, digits: 6 }, time)).toBe(step);
    expect(stepOf(code, secret, { ...form, digits: 6 }, time)).toBeUndefined();
  });

  it('fits no other algorithm', () => {
    const others = (Object.keys(KEYS) as Algorithm[]).filter((other) => other !== algorithm);
    expect(others.map((other) => stepOf(code, secret, { ...form, algorithm: other }, time))).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a code', () => {
  const form = { algorithm: 'SHA1', digits: 8, period: PERIOD } as const;
  const at = (code: string) => stepOf(code, secretOf('SHA1'), form, 59);

  it.each(['9428 7082', ' 94287082 ', '94\t287\n082'])('may have blanks: %j', (code) => expect(at(code)).toBe(1));

  it.each([
    '',
    '9428708',
    '942870820',
    '94287083',
    '-94287082',
    '9.4287082e7',
    '９４２８７０８２',
    '٩٤٢٨٧٠٨٢',
    '0x94287082',
  ])('is refused as %j', (code) => expect(at(code)).toBeUndefined());

  it('of another period counts the steps of that period', () => {
    const slow = { ...form, period: 60 };
    expect(stepOf('94287082', secretOf('SHA1'), slow, 119)).toBe(1);
  });
});

it('a new secret has 160 bits, and each differs', () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  expect(new Set(secrets).size).toBe(50);
  expect(secrets.map((secret) => Secret.fromBase32(secret).bytes.length)).toEqual(secrets.map(() => 20));
});

it('the URI of an app has the issuer, the address and the form, whatever they contain', () => {
  const uri = new URL(otpauthUri('GEZDGNBVGY3TQOJQ', 'A & B: C', 'ann+x@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'A & B C',
    secret: 'GEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(decodeURIComponent(uri.pathname).split(':')).toEqual([expect.stringMatching(/A & B C$/), 'ann+x@example.com']);
});
