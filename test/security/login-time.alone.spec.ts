import { newEmail, PASSWORD, useApp } from '../support/app.js';

// At this cost a hash takes long enough for dozens of other answers.
const COST = '12';

const app = useApp({ BCRYPT_COST: COST });

/** How many other requests were answered, one after the other, while a login was under way. */
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

/** As many as during the login of a known account: none of these is told apart by an answer that comes at once. */
describe('a failed login works as hard', () => {
  let known: { uid: string; email: string };
  beforeAll(async () => {
    const email = newEmail();
    known = { email, ...(await app.post('/api/auth/user/create', { email, password: PASSWORD })).json };
  });

  it.each<[string, () => Promise<string> | string]>([
    ['for an account with another password', () => known.email],
    ['for an unknown account', () => newEmail()],
    ['for what can be no email', () => 'k\u00F6nig@example.com'],
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
  ])('%s', async (_title, email) => {
    const tried = await email();
    // The best of a few: whoever stands still meanwhile answers nobody, and hashes on.
    let most = 0;
    for (let tries = 0; tries < 5 && most <= 10; tries++) {
      most = Math.max(most, await answeredDuringLogin(tried, 'wrong password'));
    }
    expect(most).toBeGreaterThan(10);
  });
});
