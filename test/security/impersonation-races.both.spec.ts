import { DATABASE } from '../support/database/database.js';
import { expectFailure } from '../support/http/expect.js';
import { type Answer, countOutcomes } from '../support/http/http.js';
import { inParallel } from '../support/http/limits.js';
import { ADMIN_TOKEN } from '../support/service/app.js';
import { readList } from '../support/service/revocations.js';
import { useMail } from '../support/service/use-mail.js';

const ROUNDS = 10;

const { app } = useMail({ IMPERSONATION: 'on' });

const begin = (uid: string, token = ADMIN_TOKEN): Promise<Answer> =>
  app.admin('POST', `/users/${uid}/impersonate`, { reason: 'Ticket 4711: the order list is empty' }, token);
const write = (token: string) => app.put('/api/auth/user', { metadata: `"${Math.random()}"` }, { token });

it('a user who is disabled while it opens is left without a session', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { uid } = await app.signUp();
    const [answers] = await Promise.all([inParallel(5, () => begin(uid)), app.disable(uid)]);
    const { 200: opened = 0, USER_DISABLED: refused = 0, ...others } = countOutcomes(answers);
    expect([opened + refused, others]).toEqual([5, {}]);
    expect(await app.sql('SELECT 1 FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid])).toEqual([]);
  }
});

it('an admin token that is revoked while it opens leaves no session', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { uid } = await app.signUp();
    const { id, token } = await app.adminToken(['impersonate']);
    const [answers] = await Promise.all([inParallel(5, () => begin(uid, token)), app.admin('DELETE', `/tokens/${id}`)]);
    const { 200: opened = 0, NOT_AUTHENTICATED: refused = 0, ...others } = countOutcomes(answers);
    expect([opened + refused, others]).toEqual([5, {}]);
    const living = 'SELECT 1 FROM sessions WHERE impersonator = ? AND ended_at IS NULL';
    expect(await app.sql(living, [`admin:${id}`])).toEqual([]);
    for (const { status, json } of answers) if (status === 200) await expectEnded(json);
  }
});

// SQLite runs one transaction at a time.
if (DATABASE === 'mysql') {
  it('a revocation that comes first refuses a request whose token was right when it came', async () => {
    const { uid } = await app.signUp();
    const { id, token } = await app.adminToken(['impersonate']);
    await begin(uid, token);
    const release = await app.database.hold('UPDATE admin_tokens SET revoked_at = 1 WHERE id = ?', [id]);
    const late = begin(uid, token);
    await app.untilStatementWaits();
    await release();
    expectFailure(await late, 'NOT_AUTHENTICATED');
  });
}

it('writes of the token and its end leave no write after the end', async () => {
  const user = await app.signUp();
  const { token, session_id } = (await begin(user.uid)).json;
  const end = app.delete(`/api/auth/user/sessions/${session_id}`, user);
  const answers = await inParallel(20, () => write(token));
  await end;
  const { 200: _written, NOT_AUTHENTICATED: _refused, ...others } = countOutcomes(answers);
  expect(others).toEqual({});
  const types = (await app.events(user.uid))
    .map(({ type }) => String(type))
    .filter((type) => /updated|revoked/.test(type));
  expect(types.at(-1)).toBe('session.revoked');
});
/** The token is refused, and in the list of revocations. */
async function expectEnded({ token, session_id }: { token: string; session_id: string }): Promise<void> {
  expectFailure(await write(token), 'NOT_AUTHENTICATED');
  expect((await readList(app)).sessions).toContain(session_id);
}
