import { commonPasswords, isCommon } from './password-score.js';

const common = commonPasswords(8);

describe('commonPasswords', () => {
  it('returns the 10,000 most common passwords with the given least length', () => {
    expect(common.size).toBe(10_000);
    expect(Math.min(...[...common].map(({ length }) => length))).toBe(8);
    expect([...common].slice(0, 3)).toEqual(['password', '12345678', '123456789']);
  });
});

describe('isCommon', () => {
  it.each(['password', 'PASSWORD', 'Welcome1', 'microsoft', 'Password1!', '  iloveyou', '**trustno1**'])(
    'is true for "%s"',
    (password) => {
      expect(isCommon(password, common)).toBe(true);
    },
  );

  it.each(['', '!!!!!!!!', 'passwordplover', 'qwerty', 'xk7q9zt2'])('is false for "%s"', (password) => {
    expect(isCommon(password, common)).toBe(false);
  });
});
