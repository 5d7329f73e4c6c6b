import { addPasskey, codeOf, type Fenced, fencedUser, ORIGIN, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { BEHIND_PROXY, cookieOf, from, fromPage, loginInCookie, PAGE, setCookie } from '../support/http/clients.js';
import { type Answer, expectFailure, expectNothing, readToken } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorize, linkWith, redeem } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

const TTL = 86_400;
const settings = { APP_URL: `${PAGE}/`, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, ...BEHIND_PROXY };
const { app, mail } = useMail({ ...settings, TRUSTED_DEVICE_TTL: String(TTL) });
const idp = useIdp();
const USER = '/api/auth/user';
const VERIFY = '/api/auth/mfa/verify';
const COOKIE = 'latchkey-device';

/** A code that was not used yet. */
const nextCode = async ({ secret }: Fenced) => {
  await app.advance(30);
  return codeOf(app, secret);
};

/** Signs in with both factors on a device. */
async function signIn(
  user: Fenced,
  more: object,
  headers: Record<string, string>,
  password = PASSWORD,
): Promise<Answer> {
  const first = await app.post(`${USER}/login`, { email: user.email, password }, { headers });
  const body = { mfa_token: first.json.mfa_token, code: await nextCode(user), ...more };
  return app.post(VERIFY, body, { headers });
}

interface Trusting {
  user: Fenced;
  /** The cookie of the device. */
  device: string;
  /** The session that has trusted it. */
  session: { token: string; cookie: string };
}

async function trusting(user?: Fenced): Promise<Trusting> {
  const owner = user ?? (await fencedUser(app));
  const answer = (await signIn(owner, { trust_device: true }, fromPage())).ok();
  const session = { token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' };
  return { user: owner, device: setCookie(answer, COOKIE)?.pair ?? '', session };
}

/** Whether a sign-in by password on the device is asked for a factor. */
const asks = async ({ user, device }: Trusting, password = PASSWORD) => {
  const answer = await app.post(`${USER}/login`, { email: user.email, password }, { headers: fromPage(device) });
  if (answer.status !== 200 && answer.code !== 'MFA_REQUIRED') throw new Error(`login answered ${answer.text}`);
  return answer.code === 'MFA_REQUIRED';
};
const listed = async (token: string) => (await app.get(`${USER}/devices`, { token })).json.devices;

// Before the clock of the service leaves that of the provider.
it('a provider that signs its user out again and again ends its own sign-ins, and no other way in', async () => {
  const { id, idp: liar } = await addProvider(app, idp, 'liar', { fields: { email_domains: ['example.com'] } });
  const held = await trusting();
  const { user } = held;
  const account = { sub: user.email, email: user.email, email_verified: true };
  expect((await linkWith(app, id, account, held.session.token)).status).toBe(200);
  // The trust depends on the factors as they are now.
  const again = await trusting(user);
  const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
  const found = await mail.codeAfter(user.email, () => app.post('/api/auth/email-code', { email: user.email }));
  const own = await authorize(app, id, account);
  const waiting = (await redeem(app, await authorize(app, id, account))).json.mfa_token;
  for (let sent = 0; sent < 5; sent++) {
    const raw = `logout_token=${await liar.logoutToken({ claims: { sub: user.email } })}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = `/api/auth/external/${id}/backchannel-logout`;
    expect((await app.post(path, undefined, { raw, headers })).status).toBe(200);
  }
  expectFailure(await redeem(app, own), 'INVALID_CODE');
  const second = { mfa_token: waiting, code: '000000' };
  expectFailure(await app.post(VERIFY, second), 'INVALID_MFA_TOKEN');
  expect(await asks(again)).toBe(false);
  expect((await app.post(VERIFY, { mfa_token, code: await nextCode(user) })).status).toBe(200);
  expectFailure(await app.post('/api/auth/email-code/verify', found), 'MFA_REQUIRED');
});

describe('a trusted device', () => {
  it('needs no factor after the password until the time is over, and the session stays one of one factor', async () => {
    const held = await trusting();
    const answer = await loginInCookie(app, held.user.email, held.device);
    expect(answer.status).toBe(200);
    expect(readToken(answer.json.token).claims).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
    const [{ trusted_until, current }] = await listed(answer.json.token);
    expect([typeof trusted_until, current]).toEqual(['number', true]);
    await app.advance(TTL);
    expect(await asks(held)).toBe(true);
    expect((await listed((await signIn(held.user, {}, fromPage(held.device))).json.token))[0].trusted_until).toBeNull();
  });

  it('is trusted only where the session is in a cookie, and the token comes in the cookie', async () => {
    const user = await fencedUser(app);
    const inHeader = { 'x-latchkey-device': 'new' };
    const { device_token, token } = (await signIn(user, { trust_device: true }, inHeader)).json;
    expect((await listed(token))[0].trusted_until).toBeNull();
    expect(await asks({ user, device: `${COOKIE}=${device_token}` } as Trusting)).toBe(true);
    const { device } = await trusting(user);
    const shown = { 'x-latchkey-device': device.slice(COOKIE.length + 1) };
    expectFailure(
      await app.post(`${USER}/login`, { email: user.email, password: PASSWORD }, { headers: shown }),
      'MFA_REQUIRED',
    );
    const bare = { cookie: device };
    expectFailure(
      await app.post(`${USER}/login`, { email: user.email, password: PASSWORD }, { headers: bare }),
      'MFA_REQUIRED',
    );
  });

  it('is not trusted without the field, and with false', async () => {
    const user = await fencedUser(app);
    for (const more of [{}, { trust_device: false }]) {
      const answer = await signIn(user, more, fromPage());
      expect(await asks({ user, device: setCookie(answer, COOKIE)?.pair ?? '' } as Trusting)).toBe(true);
    }
  });

  it.each([null, 'true', 1, []])('is INVALID_REQUEST for the value %j, which uses up no token', async (value) => {
    const user = await fencedUser(app);
    const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
    const code = await nextCode(user);
    expectFailure(await app.post(VERIFY, { mfa_token, code, trust_device: value }), 'INVALID_REQUEST');
    expect((await app.post(VERIFY, { mfa_token, code })).status).toBe(200);
  });

  it('has no effect while the setting is 0, also on devices that were trusted before', async () => {
    const off = await app.replica({ TRUSTED_DEVICE_TTL: '0' });
    const held = await trusting();
    const body = { email: held.user.email, password: PASSWORD };
    expectFailure(await off.call('POST', `${USER}/login`, { body, headers: fromPage(held.device) }), 'MFA_REQUIRED');
    const { mfa_token } = (await off.call('POST', `${USER}/login`, { body, headers: fromPage() })).json;
    const verify = { mfa_token, recovery_code: held.user.recoveryCodes[0], trust_device: true };
    const answer = await off.call('POST', VERIFY, { body: verify, headers: fromPage() });
    expect(answer.status).toBe(200);
    expect(await asks({ ...held, device: setCookie(answer, COOKIE)?.pair ?? '' })).toBe(true);
  });

  it('is trusted no longer than a setting that is lower now', async () => {
    const shorter = await app.replica({ TRUSTED_DEVICE_TTL: '60' });
    const held = await trusting();
    // The clock of another process, which no test has moved.
    const now = Math.floor(Date.now() / 1_000);
    await app.sql('UPDATE devices SET trusted_at = ?, trusted_until = ? WHERE uid = ?', [
      now - 61,
      now + TTL,
      held.user.uid,
    ]);
    const body = { email: held.user.email, password: PASSWORD };
    expectFailure(
      await shorter.call('POST', `${USER}/login`, { body, headers: fromPage(held.device) }),
      'MFA_REQUIRED',
    );
  });

  it('is trusted also by a user who must show a factor that is not switched on, and the password there is not recent', async () => {
    const user = await passkeyUser(app);
    await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
    const { mfa_token } = (await app.login(user.email, PASSWORD)).json;
    const { challenge_id, options } = (await app.post('/api/auth/mfa/passkey/options', { mfa_token })).json;
    const body = { mfa_token, challenge_id, credential: user.passkey.get(options), trust_device: true };
    const answer = await app.post(VERIFY, body, { headers: fromPage() });
    expect((await listed(answer.json.token))[0].trusted_until).toEqual(expect.any(Number));
    const again = await loginInCookie(app, user.email, setCookie(answer, COOKIE)?.pair);
    const { token } = again.json;
    expect(readToken(token).claims.acr).toBe('aal1');
    const { json } = await app.put(USER, { email: newEmail(), password: PASSWORD }, { token });
    expect(json).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED', acr: 'aal2' });
    expect(json.methods).not.toContain('password');
  });

  it('helps no one who has the cookie without the password, or another account', async () => {
    const held = await trusting();
    const other = await fencedUser(app);
    const wrong = { email: held.user.email, password: 'wrong' };
    expectFailure(await app.post(`${USER}/login`, wrong, { headers: fromPage(held.device) }), 'INVALID_CREDENTIALS');
    expect(await asks({ ...held, user: other })).toBe(true);
  });

  it('does not replace the factor of a magic link, an email code and a passkey of presence only', async () => {
    const { user, device } = await trusting();
    const headers = fromPage(device);
    const code = await mail.codeAfter(user.email, () => app.post('/api/auth/email-code', { email: user.email }));
    expectFailure(await app.post('/api/auth/email-code/verify', code, { headers }), 'MFA_REQUIRED');
    const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email: user.email })).json;
    expect((await app.follow(link)).parameter('error')).toBe('MFA_REQUIRED');
  });
});

describe('a session by the password on a trusted device', () => {
  const weak = async (held: Trusting) => (await loginInCookie(app, held.user.email, held.device)).json.token as string;

  it.each<[string, (token: string, held: Trusting) => Promise<Answer>]>([
    ['a new email', (token) => app.put(USER, { email: newEmail(), password: PASSWORD }, { token })],
    ['a new factor', (token) => app.post(`${USER}/mfa/totp`, {}, { token })],
    ['no more factors', (token) => app.put(`${USER}/mfa`, { enabled: false }, { token })],
    ['new recovery codes', (token) => app.post(`${USER}/mfa/recovery-codes`, {}, { token })],
    ['a removed factor', (token, { user }) => app.delete(`${USER}/mfa/totp/${user.factorId}`, { token })],
    [
      'a new password',
      (token) =>
        app.patch(`${USER}/change-password`, { old_password: PASSWORD, new_password: `${PASSWORD} 2` }, { token }),
    ],
    [
      'the deletion of the account',
      (token) => app.service.call('DELETE', USER, { token, body: { password: PASSWORD } }),
    ],
  ])('is no recent sign-in for %s', async (_what, change) => {
    const held = await trusting();
    const answer = await change(await weak(held), held);
    expectFailure(answer, 'REAUTHENTICATION_REQUIRED');
    expect(answer.json.methods).not.toContain('password');
  });

  it('becomes one of two factors by a reauthentication with the factor, and not with the password', async () => {
    const held = await trusting();
    const token = await weak(held);
    const byPassword = await app.post(`${USER}/reauthenticate`, { password: PASSWORD }, { token });
    expectFailure(byPassword, 'REAUTHENTICATION_REQUIRED');
    const answer = await app.post(`${USER}/reauthenticate`, { code: await nextCode(held.user) }, { token });
    expect(readToken(answer.json.access_token).claims.acr).toBe('aal2');
  });

  it('goes on with MFA=required as long as the device is trusted, and not longer', async () => {
    const strict: Service = await app.replica({ MFA: 'required' });
    const held = await trusting();
    const body = { email: held.user.email, password: PASSWORD };
    const answer = await strict.call('POST', `${USER}/login`, { body, headers: fromPage(held.device) });
    expect(answer.status).toBe(200);
    const refresh = (cookie = '') => strict.call('POST', `${USER}/refresh`, { body: {}, headers: fromPage(cookie) });
    const next = await refresh(cookieOf(answer)?.pair);
    expect(next.status).toBe(200);
    await app.sql('UPDATE devices SET trusted_until = 1 WHERE uid = ?', [held.user.uid]);
    expectFailure(await refresh(cookieOf(next)?.pair), 'INVALID_REFRESH_TOKEN');
  });

  it('is not possible for a user with admin scopes, who cannot trust a device either', async () => {
    const held = await trusting();
    await app.admin('PATCH', `/users/${held.user.uid}`, { admin_scopes: ['read'] });
    expect(await asks(held)).toBe(true);
    const again = await trusting(held.user);
    expect(await asks(again)).toBe(true);
    expect(
      (await listed(again.session.token)).map(({ trusted_until }: Trusting & { trusted_until: null }) => trusted_until),
    ).toEqual(expect.not.arrayContaining([expect.any(Number)]));
  });

  it('is no sign-in on a new device', async () => {
    const held = await trusting();
    const notices = () => mail.emailsTo(held.user.email).filter(({ subject }) => /^New sign-in/.test(subject ?? ''));
    await loginInCookie(app, held.user.email, held.device, from('203.0.113.50'));
    const { email } = await app.signUp();
    await mail.linkAfter(email, () => app.post('/api/auth/magic-link', { email }));
    expect(notices()).toEqual([]);
  });
});

describe('the trust in a device ends', () => {
  const patch = ({ user }: Trusting, change: object) => app.admin('PATCH', `/users/${user.uid}`, change);
  const NEW = `${PASSWORD} 2`;
  const adminLink = async (type: string, email: string) =>
    (await app.admin('POST', '/links', { type, email })).json.link as string;
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
  const sidOf = ({ session }: Trusting) => readToken(session.token).claims.sid as string;
  /** A session with both factors in another place. */
  const elsewhere = async ({ user }: Trusting) => (await signIn(user, {}, {})).json as { token: string };

  const EVENTS: Record<string, (held: Trusting) => Promise<Answer | undefined>> = {
    'with a changed password': ({ session }) =>
      app.patch(`${USER}/change-password`, { old_password: PASSWORD, new_password: NEW }, { token: session.token }),
    'with a reset of the password': async ({ user }) => {
      const old_password = tokenOf(await adminLink('reset_password', user.email));
      return app.patch(`${USER}/change-password`, { old_password, new_password: NEW });
    },
    'with a password that an administrator sets': (held) => patch(held, { password: NEW }),
    'with an email that an administrator sets': (held) => {
      held.user.email = newEmail();
      return patch(held, { email: held.user.email, email_verified: true });
    },
    'with an email that the user confirms': async (held) => {
      const email = newEmail();
      await app.put(USER, { email, password: PASSWORD }, { token: held.session.token });
      const answer = await app.follow(linkIn(await mail.emailTo(email)), 'POST');
      held.user.email = email;
      return answer;
    },
    'with a second authenticator app': async (held) => {
      const { token } = held.session;
      const { factor_id, secret } = (await app.post(`${USER}/mfa/totp`, {}, { token })).json;
      return app.post(`${USER}/mfa/totp/${factor_id}/confirm`, { code: await codeOf(app, secret) }, { token });
    },
    'with a new passkey': async ({ session }) => {
      await addPasskey(app, session.token);
      return undefined;
    },
    'with new recovery codes': ({ session }) => app.post(`${USER}/mfa/recovery-codes`, {}, { token: session.token }),
    'with logout everywhere': ({ session }) => app.post(`${USER}/logout`, {}, { token: session.token }),
    'when the user ends its session in the list': async (held) =>
      app.delete(`${USER}/sessions/${sidOf(held)}`, await elsewhere(held)),
    'when the user removes the device': async (held) => {
      const own = await elsewhere(held);
      const [device] = (await listed(own.token)).filter(
        ({ trusted_until }: { trusted_until: unknown }) => trusted_until,
      );
      return app.delete(`${USER}/devices/${device.device_id}`, own);
    },
    'when an administrator ends all sessions': ({ user }) => app.admin('DELETE', `/users/${user.uid}/sessions`),
    'when an administrator ends its session': (held) =>
      app.admin('DELETE', `/users/${held.user.uid}/sessions/${sidOf(held)}`),
    'when an administrator disables the account': async (held) => {
      await patch(held, { active: false });
      return patch(held, { active: true });
    },
    'when an administrator requires a factor': (held) => patch(held, { mfa: 'required' }),
    'when its refresh token is used twice': async ({ session }) => {
      const refresh = (cookie: string) => app.post(`${USER}/refresh`, {}, { headers: fromPage(cookie) });
      await refresh(session.cookie);
      await app.advance(60);
      await refresh(session.cookie);
      return undefined;
    },
  };

  it.each(Object.entries(EVENTS))('%s', async (_when, cause) => {
    const held = await trusting();
    expect(await asks(held)).toBe(false);
    const answer = await cause(held);
    if (answer) expect([200, 302]).toContain(answer.status);
    const changed = (await app.admin('GET', `/users/${held.user.uid}`)).json.email;
    const login = (password: string) =>
      app.post(`${USER}/login`, { email: changed, password }, { headers: fromPage(held.device) });
    const codes = [(await login(PASSWORD)).code, (await login(NEW)).code];
    expect(codes).toContain('MFA_REQUIRED');
    expect(codes).not.toContain(undefined);
  });

  it('not with the logout of one session', async () => {
    const held = await trusting();
    const headers = fromPage(held.session.cookie);
    expectNothing(await app.post(`${USER}/logout`, {}, { headers }));
    expect(await asks(held)).toBe(false);
  });

  it('for a sign-in that is under way while everything is signed out', async () => {
    const held = await trusting();
    const [out, ...logins] = await Promise.all([
      app.post(`${USER}/logout`, {}, { token: held.session.token }),
      ...Array.from({ length: 5 }, () => loginInCookie(app, held.user.email, held.device)),
    ]);
    expect(out?.status).toBe(200);
    for (const login of logins) expect([undefined, 'MFA_REQUIRED']).toContain(login.code);
    expect(await asks(held)).toBe(true);
  });
});
