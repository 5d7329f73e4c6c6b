import { PASSWORD, useApp } from '../support/app.js';
import { countOutcomes } from '../support/http.js';

const REPEATS = 12;
/** On a machine on which the logins win most races. */
const MOST_REPEATS = 60;
/** Long enough for an administrator to disable the account during the comparison of the password. */
const BCRYPT_COST = '9';

const app = useApp({ BCRYPT_COST });

it('a login with the right password fails with USER_DISABLED when the user is disabled during the comparison', async () => {
  const counts: Record<string, number> = {};
  for (let done = 0; done < REPEATS || (!counts.USER_DISABLED && done < MOST_REPEATS); done++) {
    const { uid, email } = await app.signUp();
    const login = app.login(email, PASSWORD);
    await app.disable(uid);
    for (const [outcome, count] of Object.entries(countOutcomes([await login])))
      counts[outcome] = (counts[outcome] ?? 0) + count;
    const rows = await app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid]);
    expect(rows).toEqual([]);
  }
  expect(['200', 'USER_DISABLED']).toEqual(expect.arrayContaining(Object.keys(counts)));
  expect(counts.USER_DISABLED).toBeGreaterThan(0);
});
