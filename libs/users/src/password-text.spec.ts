import { comparedTexts, passwordText } from './hashing/own-hashes.js';

const COMPOSED = 'Fr\u00fchst\u00fcck';
const DECOMPOSED = 'Fru\u0308hstu\u0308ck';
const MIXED = 'Fr\u00fchstu\u0308ck';

it.each([
  ['ASCII', 'correct horse', ['correct horse']],
  ['a script without marks', 'пароль 密码', ['пароль 密码']],
  ['NFC', COMPOSED, [COMPOSED, DECOMPOSED]],
  ['NFD', DECOMPOSED, [DECOMPOSED, COMPOSED]],
  ['a mix of both', MIXED, [MIXED, COMPOSED, DECOMPOSED]],
  ['Hangul', '\ud55c\uae00', ['\ud55c\uae00', '\u1112\u1161\u11ab\u1100\u1173\u11af']],
  ['a sign that is a letter in NFC', '\u212b', ['\u212b', '\u00c5', 'A\u030a']],
  // Other mappings of RFC 8265 and NFKC would make different passwords equal.
  ['a wide letter', '\uff41', ['\uff41']],
  ['a ligature', '\ufb01', ['\ufb01']],
  ['a space that is not ASCII', 'a\u00a0b', ['a\u00a0b']],
  ['half of a character', 'a\ud800', ['a\ud800']],
  ['nothing', '', ['']],
])('a password with %s is compared as %j', (_title, given, texts) => {
  expect(comparedTexts(given)).toEqual(texts);
});

it('a password is hashed in NFC', () => {
  for (const given of [COMPOSED, DECOMPOSED, MIXED]) expect(passwordText(given)).toBe(COMPOSED);
});

it('a text that no password of ours can be is compared as it was sent, at once', () => {
  const marks = `a${'\u0301\u0316'.repeat(30_000)}`;
  const begun = performance.now();
  expect(comparedTexts(marks)).toEqual([marks]);
  expect(performance.now() - begun).toBeLessThan(50);
  const longest = '\u1f82'.repeat(256).normalize('NFD');
  expect(passwordText(longest)).toBe('\u1f82'.repeat(256));
});
