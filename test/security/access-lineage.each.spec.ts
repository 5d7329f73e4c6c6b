import { setTimeout as sleep } from 'node:timers/promises';
import { SoftPasskey } from '../support/factors/authenticator.js';
import { codeOf, creation, ORIGIN, PASSKEYS, RP_ID } from '../support/factors/factors.js';
import { type Answer, readToken } from '../support/http/http.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
const NEW_PASSWORD = `${PASSWORD} 2`;
const MFA = '/api/auth/user/mfa';
const LOGOUT = '/api/auth/user/logout';

interface Signed {
  token: string;
  refresh_token: string;
}
const sid = ({ token }: Signed) => String(readToken(token).claims.sid);

async function owner() {
  const user = await app.signUp();
  await app.prove(user.uid);
  const other: Signed = (await app.login(user.email, PASSWORD)).json;
  return { ...user, other };
}
const begin = async ({ token }: Signed) => (await app.post(`${MFA}/totp`, {}, { token })).json;
async function confirm({ factor_id, secret }: { factor_id: string; secret: string }, { token }: Signed) {
  const answer = await app.post(`${MFA}/totp/${factor_id}/confirm`, { code: await codeOf(app, secret) }, { token });
  return answer.code ?? answer.status;
}

describe('what a session has begun', () => {
  it('an authenticator app without its first code is confirmed by that session only', async () => {
    const user = await owner();
    const begun = await begin(user.other);
    expect(await confirm(begun, user)).toBe('FACTOR_NOT_FOUND');
    expect(await confirm(begun, user.other)).toBe(200);
  });

  it('such an app ends when the password changes, also for the session that changes it', async () => {
    const user = await owner();
    const begun = await begin(user);
    const change = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await app.patch('/api/auth/user/change-password', change, { token: user.token })).status).toBe(200);
    expect(await confirm(begun, user)).toBe('FACTOR_NOT_FOUND');
  });

  it('the challenge of a new passkey is answered by that session only', async () => {
    const user = await owner();
    const { challenge_id, options } = await creation(app, user.other.token);
    const body = { challenge_id, credential: new SoftPasskey(ORIGIN).create(options), name: 'Laptop' };
    expect((await app.post(PASSKEYS, body, { token: user.token })).code).toBe('INVALID_CHALLENGE');
    expect((await app.post(PASSKEYS, body, { token: user.other.token })).status).toBe(200);
  });

  it('the challenge is dead with its session, whose end names no challenge', async () => {
    const user = await owner();
    const { challenge_id } = await creation(app, user.other.token);
    await app.sql('UPDATE sessions SET ended_at = 1 WHERE session_id = ?', [sid(user.other)]);
    const body = { challenge_id, credential: {}, name: 'Laptop' };
    expect((await app.post(PASSKEYS, body, { token: user.other.token })).status).toBe(400);
    const rows = await app.sql('SELECT used_at, ended_at FROM one_time_tokens WHERE uid = ?', [user.uid]);
    expect(rows.filter(({ used_at, ended_at }) => used_at !== null || ended_at !== null)).toEqual([]);
  });
});

describe('an email from before the account', () => {
  const early = async (email: string) =>
    (await app.admin('POST', '/links', { type: 'magic_link', email, sign_up: true })).json.link as string;

  it('signs in to the account while no event has ended anything of it', async () => {
    const email = newEmail();
    const link = await early(email);
    const { uid } = await app.signUp({ email });
    expect((await app.follow(link)).parameter('uid')).toBe(uid);
  });

  it('is dead after the first such event, even a logout everywhere', async () => {
    const email = newEmail();
    const link = await early(email);
    const { token } = await app.signUp({ email });
    expect((await app.post(LOGOUT, {}, { token })).status).toBe(200);
    expect((await app.follow(link)).parameter('error')).toBe('LINK_EXPIRED');
  });
});

const PAUSE = 200;
/** Begins these one after the other while the user is locked, so that each of them has read what the others change. */
async function atOnce({ uid }: { uid: string }, ...requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const release = await app.database.hold('UPDATE users SET last_login = last_login WHERE uid = ?', [uid]);
  let answered = 0;
  const answers: Promise<Answer>[] = [];
  for (const request of requests) {
    answers.push(request().finally(() => answered++));
    await sleep(PAUSE);
  }
  const early = answered;
  await release();
  expect(early).toBe(0);
  return Promise.all(answers);
}

it('a link and the event that ends it: one of them comes first, and no session is left after both', async () => {
  for (let round = 0; round < 6; round++) {
    const user = await owner();
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email: user.email })).json;
    const requests = [() => app.follow(link), () => app.post(LOGOUT, {}, { token: user.token })];
    const answers = await atOnce(user, ...(round % 2 === 0 ? requests : requests.reverse()));
    const followed = answers[round % 2] as Answer;
    const refresh_token = followed.parameter('rt');
    const [row] = await app.sql('SELECT used_at FROM one_time_tokens WHERE uid = ?', [user.uid]);
    if (refresh_token === null) expect([followed.parameter('error'), row?.used_at]).toEqual(['LINK_EXPIRED', null]);
    else {
      expect(row?.used_at).not.toBeNull();
      expect((await app.refresh(refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    }
  }
});

it('two uses of an old refresh token end its session once, and wait for the user', async () => {
  const user = await owner();
  const next = (await app.refresh(user.refresh_token)).json;
  await app.refresh(next.refresh_token);
  const reuse = () => app.refresh(user.refresh_token);
  const answers = await atOnce(user, reuse, reuse);
  expect(answers.map(({ code }) => code)).toEqual(Array(2).fill('INVALID_REFRESH_TOKEN'));
  const ended = (await app.events(user.uid)).filter(({ type }) => type === 'session.reuse_detected');
  expect(ended).toHaveLength(1);
});
