import run from './zxcvbn.worker.js';

const GUESSABLE = ['ada@example.com', 'ada', 'example', 'com'];
const MAX_WAIT_MS = 60_000;

const resultFor = (password: string, minScore: number, guessable = GUESSABLE) =>
  run({ password, guessable, minScore, requestedAt: Date.now(), maxWaitMs: MAX_WAIT_MS });

describe('the zxcvbn worker', () => {
  it.each([
    ['password', []],
    ['12345678', []],
    ['mondaytuesday', [0]],
    ['horse1987', [0, 1]],
    ['copper lamp', [0, 1, 2]],
    ['velvet tomato', [0, 1, 2, 3]],
    ['blue tomato ship', [0, 1, 2, 3, 4]],
  ])('accepts "%s" only for the least scores %j', (password, scores) => {
    expect([0, 1, 2, 3, 4].filter((minScore) => resultFor(password, minScore)?.accepted)).toEqual(scores);
  });

  it.each(['mondaytuesday', 'one-two-three', 'Januaryfebruary', 'n0rthsoutheastwest'])(
    'refuses words of a well-known sequence: %s',
    (password) => {
      expect(resultFor(password, 1)?.accepted).toBe(false);
    },
  );

  it('counts the email of the user among the guessable words', () => {
    expect(resultFor('ada@example.com1', 2)?.accepted).toBe(false);
  });

  it.each([1, 2, 3, 4])('refuses parts of the email of the user when the least score is %i', (minScore) => {
    const known = ['a.xk7q9zt2@corp.example', 'a', 'xk7q9zt2', 'corp', 'example'];
    for (const password of ['xk7q9zt2', 'XK7Q9ZT2', '2tz9q7kx', 'a.xk7q9zt2@corp.example']) {
      expect(resultFor(password, minScore, known)?.accepted).toBe(false);
    }
    expect(resultFor('xk7q9zt2', 1, [])?.accepted).toBe(true);
  });

  it('scores only the first 64 characters', () => {
    const start = 'p'.repeat(64);
    expect(resultFor(`${start}plover-quince-71`, 1)?.accepted).toBe(false);
  });

  it.each([0, 1, 4])('refuses a common password when the least score is %i', (minScore) => {
    for (const password of ['welcome1', 'Microsoft', 'Password1!']) {
      expect(resultFor(password, minScore)).toEqual({ accepted: false, advice: expect.stringContaining('common') });
    }
  });

  it('accepts every password that is not common when the least score is 0', () => {
    expect(resultFor('mondaytuesday', 0)).toEqual({ accepted: true, advice: '' });
  });

  it('returns nothing when the caller no longer waits, without counting the start of the thread', () => {
    const job = { password: 'plover-quince-71', guessable: [], minScore: 1 };
    expect(run({ ...job, requestedAt: Date.now(), maxWaitMs: -1 })).toBeUndefined();
    expect(run({ ...job, requestedAt: 0, maxWaitMs: MAX_WAIT_MS })?.accepted).toBe(true);
  });
});

describe('the advice of the zxcvbn worker', () => {
  it('explains the refusal of a password, and is empty for an accepted one', () => {
    expect(resultFor('password1', 1)?.advice).toMatch(/common/);
    expect(resultFor('plover-quince-71', 4)?.advice).toBe('');
  });
});
