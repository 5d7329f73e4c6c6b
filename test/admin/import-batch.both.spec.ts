import { expectFailure } from '../support/http/expect.js';
import { countUsers, importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

const removeBatch = (id: string) => app.admin('DELETE', `/import/${id}`);

it('the removal of a batch removes the users who never signed in, keeps the others, and does not touch other batches', async () => {
  const before = await countUsers(app);
  const lines = Array.from({ length: 600 }, () => ({ email: newEmail() }));
  const { batch_id } = (await importLines(app, [...lines, { email: newEmail(), active: false }])).json;
  const other = (await importLines(app, [{ email: newEmail() }])).json;
  const signedIn = newEmail();
  const second = (await importLines(app, [{ email: signedIn, password: PASSWORD }, { email: newEmail() }])).json;
  expect((await app.login(signedIn, PASSWORD)).status).toBe(200);
  expect((await removeBatch(batch_id.toUpperCase())).json).toEqual({ removed: 601, kept: 0 });
  expect((await removeBatch(second.batch_id)).json).toEqual({ removed: 1, kept: 1 });
  for (const [id, kept] of [
    [batch_id, 0],
    [second.batch_id, 1],
  ]) {
    expect((await removeBatch(id)).json).toEqual({ removed: 0, kept });
  }
  expect((await app.login(signedIn, PASSWORD)).status).toBe(200);
  expect(await countUsers(app)).toBe(before + 2);
  expect((await removeBatch(other.batch_id)).json).toEqual({ removed: 1, kept: 0 });
});

it('the removal of a batch is recorded as one event for each user, and none for sessions', async () => {
  const { id, token } = await app.adminToken(['write']);
  const lines = Array.from({ length: 260 }, () => ({ email: newEmail() }));
  const { batch_id } = (await importLines(app, lines)).json;
  const uids = (await app.sql('SELECT uid FROM users WHERE batch_id = ?', [batch_id])).map(({ uid }) => uid);
  await app.admin('DELETE', `/import/${batch_id}`, undefined, token);
  const events = await app.sql("SELECT uid, data FROM events WHERE type = 'user.deleted' AND actor = ?", [
    `admin:${id}`,
  ]);
  expect(events.map(({ uid }) => uid).sort()).toEqual(uids.sort());
  for (const { data } of events) expect(data).toBe(JSON.stringify({ batch_id }));
});

it.each(['x', '0', '019391a0-0000-7000-8000-000000000000', '%00', "' OR 1=1 --", '%25'])(
  'the removal of the batch %s fails with BATCH_NOT_FOUND',
  async (id) => {
    expectFailure(await removeBatch(encodeURIComponent(id)), 'BATCH_NOT_FOUND');
  },
);

it('a dry run creates no batch', async () => {
  const before = (await app.sql('SELECT COUNT(*) AS n FROM import_batches'))[0];
  expect((await importLines(app, [{ email: newEmail() }], '?dry_run=true')).json.batch_id).toBeNull();
  expect((await app.sql('SELECT COUNT(*) AS n FROM import_batches'))[0]).toEqual(before);
});

it('a user who signs in while the batch is removed is either kept with the session, or removed and refused', async () => {
  const emails = Array.from({ length: 12 }, () => newEmail());
  const crowd = Array.from({ length: 800 }, () => ({ email: newEmail() }));
  const { batch_id } = (await importLines(app, [...crowd, ...emails.map((email) => ({ email, password: PASSWORD }))]))
    .json;
  const [answer, ...logins] = await Promise.all([
    removeBatch(batch_id),
    ...emails.map((email) => app.login(email, PASSWORD)),
  ]);
  const inside = logins.filter(({ status }) => status === 200).length;
  for (const login of logins) if (login.status !== 200) expectFailure(login, 'INVALID_CREDENTIALS');
  expect(answer?.json).toEqual({ removed: 812 - inside, kept: inside });
  const left = await app.sql('SELECT last_login FROM users WHERE batch_id = ?', [batch_id]);
  expect(left).toHaveLength(inside);
  for (const { last_login } of left) expect(last_login).not.toBeNull();
});

it('several removals of one batch at once remove each user once', async () => {
  const { batch_id } = (
    await importLines(
      app,
      Array.from({ length: 900 }, () => ({ email: newEmail() })),
    )
  ).json;
  const answers = await Promise.all([removeBatch(batch_id), removeBatch(batch_id), removeBatch(batch_id)]);
  expect(answers.reduce((sum, { json }) => sum + json.removed, 0)).toBe(900);
  expect(answers.map(({ json }) => json.kept)).toContain(0);
});
