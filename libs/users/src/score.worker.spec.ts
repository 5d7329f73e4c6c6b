import run from './score.worker.js';

const GUESSABLE = ['ada@example.com', 'ada', 'example', 'com'];
const PATIENCE = 60_000;

const verdictOn = (password: string, wanted: number, guessable = GUESSABLE) =>
  run({ password, guessable, wanted, asked: Date.now(), patience: PATIENCE });

describe('the verdict on a password', () => {
  it.each([
    ['password', []],
    ['12345678', []],
    ['mondaytuesday', [0]],
    ['horse1987', [0, 1]],
    ['copper lamp', [0, 1, 2]],
    ['velvet tomato', [0, 1, 2, 3]],
    ['blue tomato ship', [0, 1, 2, 3, 4]],
  ])('is that "%s" is enough for the scores %j only', (password, scores) => {
    expect([0, 1, 2, 3, 4].filter((wanted) => verdictOn(password, wanted)?.enough)).toEqual(scores);
  });

  it.each(['mondaytuesday', 'one-two-three', 'Januaryfebruary', 'n0rthsoutheastwest'])(
    'refuses words that follow one another: %s',
    (password) => {
      expect(verdictOn(password, 1)?.enough).toBe(false);
    },
  );

  it('counts what is known of the user among the guessable words', () => {
    expect(verdictOn('ada@example.com1', 2)?.enough).toBe(false);
  });

  it.each([1, 2, 3, 4])('refuses what is known of the user when the score %i is wanted', (wanted) => {
    const known = ['a.xk7q9zt2@corp.example', 'a', 'xk7q9zt2', 'corp', 'example'];
    for (const password of ['xk7q9zt2', 'XK7Q9ZT2', '2tz9q7kx', 'a.xk7q9zt2@corp.example']) {
      expect(verdictOn(password, wanted, known)?.enough).toBe(false);
    }
    expect(verdictOn('xk7q9zt2', 1, [])?.enough).toBe(true);
  });

  it('depends on the first 64 characters only', () => {
    const start = 'p'.repeat(64);
    expect(verdictOn(`${start}plover-quince-71`, 1)?.enough).toBe(false);
  });

  it.each([0, 1, 4])('refuses a common password when the score %i is wanted', (wanted) => {
    for (const password of ['welcome1', 'Microsoft', 'Password1!']) {
      expect(verdictOn(password, wanted)).toEqual({ enough: false, advice: expect.stringContaining('common') });
    }
  });

  it('accepts what is not common when no score is wanted', () => {
    expect(verdictOn('mondaytuesday', 0)).toEqual({ enough: true, advice: '' });
  });

  it('is missing where the caller does not wait any more, the start of the thread not counted', () => {
    const job = { password: 'plover-quince-71', guessable: [], wanted: 1 };
    expect(run({ ...job, asked: Date.now(), patience: -1 })).toBeUndefined();
    expect(run({ ...job, asked: 0, patience: PATIENCE })?.enough).toBe(true);
  });
});

describe('the advice', () => {
  it('says what is wrong with a refused password, and nothing about an accepted one', () => {
    expect(verdictOn('password1', 1)?.advice).toMatch(/common/);
    expect(verdictOn('plover-quince-71', 4)?.advice).toBe('');
  });
});
