import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

// At this cost a hash takes long enough for dozens of other answers.
const COST = '12';

const app = useApp({ BCRYPT_COST: COST, RATE_LIMIT: 'off' });

/** The number of other requests that were answered one after the other during a login. */
async function answeredDuringLogin(email: string, password: string): Promise<number> {
  let done = false;
  const login = app.login(email, password).finally(() => {
    done = true;
  });
  let answered = 0;
  for (; !done; answered++) await app.get('/health/live');
  expect((await login).status).toBe(400);
  return answered;
}

describe('a failed login with a password that has three forms', () => {
  const PLAIN = 'wrong password';
  const THREE = 'wr\u00f6ng passwo\u0308rd';

  /** The least time of some logins, in milliseconds: a process that pauses only takes longer. */
  async function timeOf(email: string, password: string): Promise<number> {
    const times: number[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const begun = performance.now();
      expect((await app.login(email, password)).status).toBe(400);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  }

  it('takes three times as long as one in ASCII, with and without an account', async () => {
    const [own, imported] = [newEmail(), newEmail()];
    for (const email of [own, imported]) await app.post('/api/auth/user/create', { email, password: PASSWORD });
    const cheap = `$2b$04$${'abcdefghijklmnopqrstu.'}${'0'.repeat(30)}.`;
    await app.sql('UPDATE users SET password_hash = ? WHERE email = ?', [cheap, imported]);
    const plain = await timeOf(newEmail(), PLAIN);
    for (const email of [newEmail(), own, imported]) {
      const ratio = (await timeOf(email, THREE)) / plain;
      expect(ratio).toBeGreaterThan(2.2);
      expect(ratio).toBeLessThan(4.5);
    }
  });
});

/** As many as during the login of a known account: no failed login is recognizable by an answer that comes early. */
describe('a failed login', () => {
  let known: { uid: string; email: string };
  beforeAll(async () => {
    const email = newEmail();
    known = { email, ...(await app.post('/api/auth/user/create', { email, password: PASSWORD })).json };
  });

  it.each<[string, () => Promise<string> | string]>([
    ['with a wrong password', () => known.email],
    ['for an unknown account', () => newEmail()],
    ['for a value that cannot be an email', () => 'k\u00F6nig@example.com'],
    [
      'for an account without a password',
      async () => {
        await app.sql('UPDATE users SET password_hash = NULL WHERE uid = ?', [known.uid]);
        return known.email;
      },
    ],
    [
      'for an account with a hash of the lowest cost',
      async () => {
        const cheap = `$2b$04$${'abcdefghijklmnopqrstu.'}${'0'.repeat(30)}.`;
        await app.sql('UPDATE users SET password_hash = ? WHERE uid = ?', [cheap, known.uid]);
        return known.email;
      },
    ],
  ])('takes as long as for a known account: %s', async (_title, email) => {
    const tried = await email();
    // The best of a few: a process that pauses answers no other request meanwhile, but its hash goes on.
    let most = 0;
    for (let tries = 0; tries < 5 && most <= 10; tries++) {
      most = Math.max(most, await answeredDuringLogin(tried, 'wrong password'));
    }
    expect(most).toBeGreaterThan(10);
  });
});
