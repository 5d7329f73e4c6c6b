import { codeOf, fence } from '../support/factors/factors.js';
import { inParallel } from '../support/http/clients.js';
import { countOutcomes, expectFailure, sendPipelined } from '../support/http/http.js';
import { sendCallback, useIdp, walkToCallback } from '../support/idp/idp.js';
import {
  addProvider,
  authorize,
  authorizeLink,
  googleAccount,
  pkce,
  type Returned,
  redeem,
  signInWith,
  start,
  unproved,
} from '../support/idp/providers.js';
import { newEmail } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

const { app, mail } = useMail();
const idp = useIdp();
/** LONG=1 is the large budget, of `npm run test:long`. */
const REQUESTS = process.env.LONG === '1' ? 50 : 20;
const TOKEN = '/api/auth/external/token';

let replica: Service;
beforeAll(async () => {
  replica = await app.replica();
  await addProvider(app, idp, 'google', { id: 'google' });
  await addProvider(app, idp, 'google', { id: 'second' });
});

const bodyOf = ({ code, verifier }: Returned) => ({ code, code_verifier: verifier });
const usersOf = (email: string) => app.sql('SELECT uid FROM users WHERE email = ?', [email]);
const sessionsOf = (uid: unknown) => app.sql('SELECT session_id, end_reason FROM sessions WHERE uid = ?', [uid]);
const identitiesOf = (uid: unknown) => app.sql('SELECT provider_id FROM identities WHERE uid = ?', [uid]);

it(`${REQUESTS} parallel callbacks with one state lead to one code`, async () => {
  const { url } = (await start(app, 'google', pkce())).json;
  const back = await walkToCallback(url, googleAccount(newEmail()));
  const answers = await inParallel(REQUESTS, () => sendCallback(back));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 302)) expectFailure(answer, 'INVALID_STATE');
});

describe.each([
  ['of one process', () => [app.service]],
  ['of two processes', () => [app.service, replica]],
])(`${REQUESTS} parallel exchanges %s`, (_where, processes) => {
  it('of one code open one session, and the second use ends it', async () => {
    const email = newEmail();
    const body = bodyOf(await authorize(app, 'google', googleAccount(email)));
    const all = processes();
    const answers = await inParallel(REQUESTS, (index) =>
      (all[index % all.length] as Service).call('POST', TOKEN, { body }),
    );
    expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_CODE: REQUESTS - 1 });
    const [user] = await usersOf(email);
    expect(await sessionsOf(user?.uid)).toMatchObject([{ end_reason: 'stolen' }]);
    const opened = answers.find(({ status }) => status === 200);
    expectFailure(await app.refresh(opened?.json.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('of codes of one new person create one user with one identity', async () => {
    const account = googleAccount(newEmail());
    const returned = await inParallel(REQUESTS, () => authorize(app, 'google', account));
    const all = processes();
    const answers = await inParallel(REQUESTS, (index) =>
      (all[index % all.length] as Service).call('POST', TOKEN, { body: bodyOf(returned[index] as Returned) }),
    );
    expect(countOutcomes(answers)).toEqual({ 200: REQUESTS });
    const users = await usersOf(account.email);
    expect(users).toHaveLength(1);
    expect(await identitiesOf(users[0]?.uid)).toHaveLength(1);
    expect(mail.emailsTo(account.email)).toEqual([]);
  });

  it('by two providers for one new address create one user with both identities', async () => {
    const email = newEmail();
    const half = await inParallel(5, (index) => authorize(app, index % 2 ? 'google' : 'second', googleAccount(email)));
    const all = processes();
    const answers = await inParallel(half.length, (index) =>
      (all[index % all.length] as Service).call('POST', TOKEN, { body: bodyOf(half[index] as Returned) }),
    );
    expect(countOutcomes(answers)).toEqual({ 200: half.length });
    const users = await usersOf(email);
    expect(users).toHaveLength(1);
    expect((await identitiesOf(users[0]?.uid)).map(({ provider_id }) => provider_id).sort()).toEqual([
      ...['google', 'google', 'second', 'second', 'second'],
    ]);
  });
});

it('pipelined exchanges of one code open one session', async () => {
  const email = newEmail();
  const body = bodyOf(await authorize(app, 'google', googleAccount(email)));
  const posts = Array.from({ length: REQUESTS }, () => ({ path: TOKEN, body }));
  const answers = await sendPipelined(app.service.url, posts);
  expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_CODE: REQUESTS - 1 });
  const [user] = await usersOf(email);
  expect(await sessionsOf(user?.uid)).toMatchObject([{ end_reason: 'stolen' }]);
});

it('parallel wrong verifiers use the code up, and open nothing', async () => {
  const email = newEmail();
  const returned = await authorize(app, 'google', googleAccount(email));
  const { verifier } = pkce();
  const answers = await inParallel(20, () => redeem(app, { ...returned, verifier }));
  expect(countOutcomes(answers)).toEqual({ INVALID_CODE: 20 });
  expectFailure(await redeem(app, returned), 'INVALID_CODE');
  expect(await usersOf(email)).toEqual([]);
});

it('two users who link one identity in parallel: one has it', async () => {
  const users = await inParallel(2, () => app.signUp());
  for (const { uid } of users) await app.prove(uid);
  const account = googleAccount(newEmail());
  const returned = await Promise.all(users.map(({ token }) => authorizeLink(app, 'google', account, token)));
  const answers = await Promise.all(users.map(({ token }, index) => redeem(app, returned[index] as Returned, token)));
  expect(countOutcomes(answers)).toEqual({ 200: 1, IDENTITY_ALREADY_LINKED: 1 });
  expect(await app.sql('SELECT uid FROM identities WHERE subject = ?', [account.sub])).toHaveLength(1);
});

it(`${REQUESTS} parallel exchanges of one link code make one link and send one email`, async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  const returned = await authorizeLink(app, 'google', googleAccount(newEmail()), user.token);
  const answers = await inParallel(REQUESTS, () => redeem(app, returned, user.token));
  expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_CODE: REQUESTS - 1 });
  expect(await identitiesOf(user.uid)).toHaveLength(1);
  await mail.emailAbout(user.email, /new way to sign in/);
  const messages = await app.sql('SELECT id FROM messages WHERE recipient = ?', [user.email]);
  expect(messages).toHaveLength(1);
});

it(`${REQUESTS} parallel verifications of one confirmation open one session`, async () => {
  const email = newEmail();
  const { pending_token } = (await signInWith(app, 'google', unproved(email))).json;
  const found = await mail.codeAfter(email, () => app.post('/api/auth/external/confirm', { pending_token }));
  const answers = await inParallel(REQUESTS, () => app.post('/api/auth/external/confirm/verify', found));
  expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_CODE: REQUESTS - 1 });
  const users = await usersOf(email);
  expect(users).toHaveLength(1);
  expect(await sessionsOf(users[0]?.uid)).toHaveLength(1);
});

it('two codes of one pending sign-in open one session', async () => {
  const email = newEmail();
  const { pending_token } = (await signInWith(app, 'google', unproved(email))).json;
  const ask = () => app.post('/api/auth/external/confirm', { pending_token });
  const codes = [await mail.codeAfter(email, ask), await mail.codeAfter(email, ask)];
  const answers = await Promise.all(codes.map((found) => app.post('/api/auth/external/confirm/verify', found)));
  expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_CODE: 1 });
});

it('two second steps that link one identity both open a session, with one link and one email', async () => {
  const user = await fence(app, await app.signUp());
  const account = googleAccount(user.email);
  const first = (await signInWith(app, 'google', account)).json.mfa_token;
  const second = (await signInWith(app, 'google', account)).json.mfa_token;
  const code = await codeOf(app, user.secret, 1);
  const answers = await Promise.all([
    app.post('/api/auth/mfa/verify', { mfa_token: first, code }),
    app.post('/api/auth/mfa/verify', { mfa_token: second, recovery_code: user.recoveryCodes[0] }),
  ]);
  expect(countOutcomes(answers)).toEqual({ 200: 2 });
  expect(await identitiesOf(user.uid)).toHaveLength(1);
  await mail.emailAbout(user.email, /new way to sign in/);
  expect(mail.emailsTo(user.email).filter(({ subject }) => subject?.startsWith('A new way'))).toHaveLength(1);
});

it('an identity that is linked while the first proof of the address waits is unlinked, too', async () => {
  const user = await app.signUp();
  const returned = await authorize(app, 'google', googleAccount(user.email));
  // The foreign key holds the user until the link is committed.
  const link = `INSERT INTO identities (identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at)
    VALUES ('stranger', ?, 'second', 'stranger', 'stranger', 0, 0)`;
  const release = await app.database.hold(link, [user.uid]);
  const signingIn = redeem(app, returned);
  await app.untilStatementWaits();
  await release();
  expect((await signingIn).json.uid).toBe(user.uid);
  expect(await identitiesOf(user.uid)).toEqual([{ provider_id: 'google' }]);
});

it('an identity that is unlinked while its address waits to sign in is not linked', async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  const account = googleAccount(user.email);
  await signInWith(app, 'google', account);
  await app.sql('DELETE FROM identities WHERE uid = ?', [user.uid]);
  const returned = await authorize(app, 'google', account);
  const unlink = `UPDATE users SET unlinked_providers = 'google' WHERE uid = ?`;
  const release = await app.database.hold(unlink, [user.uid]);
  const signingIn = redeem(app, returned);
  await app.untilStatementWaits();
  await release();
  expectFailure(await signingIn, 'EMAIL_CONFIRMATION_REQUIRED');
  expect(await identitiesOf(user.uid)).toEqual([]);
});

it('a sign-in under way opens no session that outlives the end of all sessions of its provider', async () => {
  const { id } = await addProvider(app, idp, 'google');
  const account = googleAccount(newEmail());
  const { uid } = (await signInWith(app, id, account)).json;
  const returned = await authorize(app, id, account);
  const release = await app.database.hold('UPDATE users SET last_login = last_login WHERE uid = ?', [uid]);
  const signingIn = redeem(app, returned);
  await app.untilStatementWaits();
  const ending = app.admin('PATCH', `/providers/${id}`, { enabled: false, end_sessions: true });
  await app.untilStatementWaits(2);
  await release();
  await signingIn;
  expect((await ending).status).toBe(200);
  expect(await app.sql('SELECT session_id FROM sessions WHERE idp = ? AND ended_at IS NULL', [id])).toEqual([]);
});

it('a sign-in under way of a new person opens no session that outlives a logout token', async () => {
  const { id, idp: liar } = await addProvider(app, idp, 'liar', { fields: { email_domains: ['example.com'] } });
  const account = googleAccount(newEmail());
  const body = bodyOf(await authorize(app, id, account));
  const raw = `logout_token=${await liar.logoutToken({ claims: { sub: account.sub } })}`;
  const release = await app.database.hold('UPDATE one_time_tokens SET attempts = attempts WHERE idp = ?', [id]);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const signingIn = app.post(TOKEN, body);
  await app.untilStatementWaits();
  const signingOut = app.post(`/api/auth/external/${id}/backchannel-logout`, undefined, { raw, headers });
  await app.untilStatementWaits(2);
  await release();
  await signingIn;
  expect((await signingOut).status).toBe(200);
  expect(await app.sql('SELECT session_id FROM sessions WHERE idp = ? AND ended_at IS NULL', [id])).toEqual([]);
});

it('an identity that is unlinked while its address signs in again is not linked again', async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  const account = googleAccount(user.email);
  await signInWith(app, 'google', account);
  const [identity] = await app.sql('SELECT identity_id FROM identities WHERE uid = ?', [user.uid]);
  const codes = await inParallel(5, () => authorize(app, 'google', account));
  const unlinking = app.delete(`/api/auth/user/identities/${identity?.identity_id}`, { token: user.token });
  await Promise.all([unlinking, ...codes.map((returned) => redeem(app, returned))]);
  expect((await unlinking).status).toBe(200);
  expect(await identitiesOf(user.uid)).toEqual([]);
  const living = `SELECT session_id FROM sessions WHERE uid = ? AND idp = 'google' AND ended_at IS NULL`;
  expect(await app.sql(living, [user.uid])).toEqual([]);
});

it(`${REQUESTS} parallel requests to two processes use one logout token once`, async () => {
  const { id, idp: liar } = await addProvider(app, idp, 'liar');
  const raw = `logout_token=${await liar.logoutToken({ claims: { sub: 'ann' } })}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const path = `/api/auth/external/${id}/backchannel-logout`;
  const answers = await inParallel(REQUESTS, (index) =>
    (index % 2 ? app.service : replica).call('POST', path, { raw, headers }),
  );
  expect(countOutcomes(answers)).toEqual({ 200: 1, INVALID_LOGOUT_TOKEN: REQUESTS - 1 });
});
