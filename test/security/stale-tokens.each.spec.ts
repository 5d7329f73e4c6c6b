import { DATABASE } from '../support/database/database.js';
import { type Answer, expectFailure } from '../support/http/http.js';
import { useApp } from '../support/service/app.js';

const app = useApp();

/** Changes the account if the token may write. */
const changeAccount = (token: string) => app.put('/api/auth/user', { metadata: '"moved"' }, { token });

it.each<[string, (token: string) => Promise<Answer>]>([
  ['changed', changeAccount],
  ['deleted', (token) => app.delete('/api/auth/user', { token })],
  ['signed out', (token) => app.post('/api/auth/user/logout', {}, { token })],
])('an account cannot be %s by a token whose session a reset ends at the same moment', async (_what, request) => {
  const { uid, token } = await app.signUp();
  // As a reset does it: with the row of the user locked, it ends the sessions.
  const statement = {
    mysql: `UPDATE sessions JOIN users USING (uid) SET ended_at = 1, end_reason = 'password', users.updated_at = 1 WHERE uid = ?`,
    sqlite: `UPDATE sessions SET ended_at = 1, end_reason = 'password' WHERE uid = ?`,
    postgres: `WITH locked AS (UPDATE users SET updated_at = 1 WHERE uid = ? RETURNING uid)
      UPDATE sessions SET ended_at = 1, end_reason = 'password' FROM locked WHERE sessions.uid = locked.uid`,
  }[DATABASE];
  const commit = await app.database.hold(statement, [uid]);
  const changed = request(token);
  await app.untilStatementWaits();
  await commit();
  expectFailure(await changed, 'NOT_AUTHENTICATED');
  expect(await app.sql('SELECT metadata FROM users WHERE uid = ?', [uid])).toEqual([{ metadata: '{}' }]);
});
