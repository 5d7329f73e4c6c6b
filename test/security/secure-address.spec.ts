import { createHash } from 'node:crypto';
import { addPasskey, fence, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/factors.js';
import { expectFailure } from '../support/http/http.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { linkIn, tokenIn, useMail } from '../support/service/mail.js';

const APP_URL = 'https://app.example.com/';
const WEEK_SECONDS = 7 * 86_400;
const THIEF_PASSWORD = 'the password of the thief';
const CHANGED = /^Your address .* was changed$/;

const { app, mail } = useMail({ APP_URL, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
/** Another service, whose clock moves on by days. */
const own = useApp(() => ({ SMTP_URL: mail.url, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN }));

/** A user with a password and a proved address. */
async function proved(): Promise<SignedUp> {
  const user = await app.signUp();
  await app.admin('PATCH', `/users/${user.uid}`, { email_verified: true });
  return user;
}

async function moveTo(user: { token: string }, email: string): Promise<void> {
  const answer = await app.put('/api/auth/user', { email, password: PASSWORD }, { token: user.token });
  expect(answer.status).toBe(200);
}

const secureLink = async (email: string, number = 1) => linkIn(await mail.emailAbout(email, CHANGED, number));

/** Follows a magic link, which proves the address; returns the access token. */
async function signInByLink(email: string): Promise<string> {
  const { link } = (await app.admin('POST', '/links', { type: 'magic_link', email })).json;
  return (await app.follow(link)).parameter('at') ?? '';
}

const userOf = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json;

it('the link about a changed address shows a page with one button, and restores the address only when it is pressed', async () => {
  const user = await proved();
  const thief = newEmail();
  await moveTo(user, thief);
  const link = await secureLink(user.email);
  for (const method of ['GET', 'HEAD', 'GET']) expect((await app.follow(link, method)).status).toBe(200);
  const { text } = await app.follow(link);
  expect(text).toContain(user.email);
  expect(text.match(/<button/g)).toHaveLength(1);
  expect(await userOf(user.uid)).toMatchObject({ email: thief, email_proved: false });
  const answer = await app.follow(link, 'POST');
  expect([answer.status, answer.location]).toEqual([302, APP_URL]);
  expect(await userOf(user.uid)).toMatchObject({ email: user.email, email_verified: true, email_proved: true });
});

it('the answer to a changed address ends every session, and makes older access tokens read-only', async () => {
  const user = await proved();
  const other = (await app.login(user.email, PASSWORD)).json;
  await moveTo(user, newEmail());
  await app.follow(await secureLink(user.email), 'POST');
  for (const { token, refresh_token } of [user, other]) {
    expect((await app.refresh(refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    expectFailure(await app.put('/api/auth/user', { metadata: '1' }, { token }), 'NOT_AUTHENTICATED');
    expect((await app.get('/api/auth/user', { token })).status).toBe(200);
  }
});

it('the answer to a changed address invalidates every link of the user', async () => {
  const user = await proved();
  const thief = newEmail();
  await moveTo(user, thief);
  const links = await Promise.all(
    ['magic_link', 'verify_email', 'reset_password'].map((type) => app.admin('POST', '/links', { type, email: thief })),
  );
  await app.follow(await secureLink(user.email), 'POST');
  const [magic, verify, reset] = links.map(({ json }) => json);
  expect((await app.follow(magic.link)).linkError).toBe('LINK_EXPIRED');
  expect((await app.follow(verify.link)).linkError).toBe('LINK_EXPIRED');
  const body = { old_password: reset.token, new_password: THIEF_PASSWORD };
  expectFailure(await app.patch('/api/auth/user/change-password', body), 'INVALID_PASSWORD');
});

it('the answer to a changed address keeps the password of the owner', async () => {
  const user = await proved();
  await moveTo(user, newEmail());
  await app.follow(await secureLink(user.email), 'POST');
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
});

it('the answer to a changed address invalidates a password that was set after the change, and mails a link to set a new one', async () => {
  const user = await proved();
  const thief = newEmail();
  await moveTo(user, thief);
  const reset = (await app.admin('POST', '/links', { type: 'reset_password', email: thief })).json;
  const body = { old_password: reset.token, new_password: THIEF_PASSWORD };
  expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
  await app.follow(await secureLink(user.email), 'POST');
  for (const password of [PASSWORD, THIEF_PASSWORD]) {
    expect((await app.login(user.email, password)).code).toBe('INVALID_CREDENTIALS');
  }
  const message = await mail.emailAbout(user.email, /no longer works$/);
  const again = { old_password: tokenIn(message), new_password: 'the new password of the owner' };
  expect((await app.patch('/api/auth/user/change-password', again)).status).toBe(200);
  expect((await app.login(user.email, again.new_password)).status).toBe(200);
});

it('the link about a changed address works once', async () => {
  const user = await proved();
  await moveTo(user, newEmail());
  const link = await secureLink(user.email);
  expect((await app.follow(link, 'POST')).linkError).toBeNull();
  expect((await app.follow(link, 'POST')).linkError).toBe('LINK_ALREADY_USED');
});

it('the link about a changed address works for 7 days, and no longer', async () => {
  const users = await Promise.all([own.signUp(), own.signUp()]);
  for (const { uid, token } of users) {
    await own.admin('PATCH', `/users/${uid}`, { email_verified: true });
    await own.put('/api/auth/user', { email: newEmail() }, { token });
  }
  const [first = '', second = ''] = await Promise.all(users.map(({ email }) => secureLink(email)));
  await own.advance(WEEK_SECONDS - 60);
  expect((await own.follow(first, 'POST')).linkError).toBeNull();
  await own.advance(61);
  expect((await own.follow(second, 'POST')).linkError).toBe('LINK_EXPIRED');
});

it('the link about a changed address stays valid after a second change by a thief who has proved the address in between', async () => {
  const user = await proved();
  const thief = newEmail();
  await moveTo(user, thief);
  const token = await signInByLink(thief);
  expect((await app.put('/api/auth/user', { email: newEmail() }, { token })).status).toBe(200);
  // The thief undoes the second change, which invalidates the links of the user.
  expect((await app.follow(await secureLink(thief), 'POST')).linkError).toBeNull();
  expect((await app.follow(await secureLink(user.email), 'POST')).linkError).toBeNull();
  expect((await userOf(user.uid)).email).toBe(user.email);
});

it('the link about a changed address stays valid as long as that of a later change, so that a thief cannot wait for its end', async () => {
  const user = await own.signUp();
  await own.prove(user.uid);
  const thief = newEmail();
  await own.put('/api/auth/user', { email: thief }, { token: user.token });
  await own.advance(3_600);
  const { link } = (await own.admin('POST', '/links', { type: 'magic_link', email: thief })).json;
  const token = (await own.follow(link)).parameter('at') ?? '';
  expect((await own.put('/api/auth/user', { email: newEmail() }, { token })).status).toBe(200);
  const [ofOwner, ofThief] = [await secureLink(user.email), await secureLink(thief)];
  // Without the later change, the link of the owner would have expired by now.
  await own.advance(WEEK_SECONDS - 1_800);
  expect((await own.follow(ofThief, 'POST')).linkError).toBeNull();
  await own.advance(WEEK_SECONDS - 60);
  expect((await own.follow(ofOwner, 'POST')).linkError).toBeNull();
  expect((await own.admin('GET', `/users/${user.uid}`)).json.email).toBe(user.email);
});

it('the answer to a changed address invalidates the links of later changes', async () => {
  const user = await proved();
  const thief = newEmail();
  await moveTo(user, thief);
  const token = await signInByLink(thief);
  expect((await app.put('/api/auth/user', { email: newEmail() }, { token })).status).toBe(200);
  await app.follow(await secureLink(user.email), 'POST');
  expect((await app.follow(await secureLink(thief), 'POST')).linkError).toBe('LINK_EXPIRED');
  expect((await userOf(user.uid)).email).toBe(user.email);
});

describe('the answer to a changed address, where another account has the old address now,', () => {
  /** A user whose address a thief has changed, and the link about it. */
  async function moved(): Promise<{ user: SignedUp; link: string }> {
    const user = await proved();
    await moveTo(user, newEmail());
    return { user, link: await secureLink(user.email) };
  }
  const undo = async (link: string) => (await app.follow(link, 'POST')).linkError;

  it.each<[string, (user: SignedUp) => Promise<unknown>]>([
    ['never proved it', async () => undefined],
    ['has proved it', ({ uid }) => app.prove(uid)],
    [
      'has a second factor',
      async (user) => {
        await app.prove(user.uid);
        await fence(app, user);
      },
    ],
  ])('deletes an account that was created with it and %s', async (_what, establish) => {
    const { user, link } = await moved();
    // The thief tries to keep the owner from the address.
    const squatter = await app.signUp({ email: user.email });
    await establish({ ...squatter, email: user.email });
    expect((await app.follow(link)).text).toMatch(/Another account that was created on .+ it will be deleted/);
    expect(await undo(link)).toBeNull();
    expect(await userOf(user.uid)).toMatchObject({ email: user.email, email_proved: true });
    expect((await app.admin('GET', `/users/${squatter.uid}`)).code).toBe('USER_NOT_FOUND');
    expect((await app.events(squatter.uid)).map(({ type }) => type)).toContain('user.deleted');
    expectFailure(await app.refresh(squatter.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('gives an account that has changed its own address its former one back, and ends its sessions', async () => {
    const { user, link } = await moved();
    const other = await app.signUp({ metadata: '{"kept": true}' });
    await app.prove(other.uid);
    await moveTo(other, user.email);
    const ofOther = await secureLink(other.email);
    await signInByLink(user.email);
    expect((await app.follow(link)).text).toMatch(
      /Another account that was created on .+ gets its former address back/,
    );
    expect(await undo(link)).toBeNull();
    expect((await userOf(user.uid)).email).toBe(user.email);
    const facts = { email: other.email, email_verified: true, email_proved: true, metadata: '{"kept": true}' };
    expect(await userOf(other.uid)).toMatchObject(facts);
    expectFailure(await app.refresh(other.refresh_token), 'INVALID_REFRESH_TOKEN');
    const data = expect.objectContaining({ old_email: user.email, new_email: other.email, undone: true });
    expect(await app.events(other.uid)).toContainEqual(expect.objectContaining({ type: 'user.email_changed', data }));
    // The owner of that account can still remove what a thief has added to it.
    expect(await undo(ofOther)).toBeNull();
    expect((await userOf(other.uid)).email).toBe(other.email);
  });

  it('leaves the former address of that account unproved if it was never proved', async () => {
    const { user, link } = await moved();
    const other = await app.signUp();
    await app.sql('UPDATE users SET email_verified = 1 WHERE uid = ?', [other.uid]);
    await moveTo(other, user.email);
    expect(await undo(link)).toBeNull();
    const facts = { email: other.email, email_verified: true, email_proved: false };
    expect(await userOf(other.uid)).toMatchObject(facts);
    expect((await app.login(other.email, PASSWORD)).status).toBe(200);
  });

  it('deletes that account if its former address is in use', async () => {
    const { user, link } = await moved();
    const other = await proved();
    await moveTo(other, user.email);
    await app.signUp({ email: other.email });
    expect((await app.follow(link)).text).toContain('it will be deleted');
    expect(await undo(link)).toBeNull();
    expect((await userOf(user.uid)).email).toBe(user.email);
    expect((await app.admin('GET', `/users/${other.uid}`)).code).toBe('USER_NOT_FOUND');
  });

  it('redirects to APP_URL with an error, and stays valid, while that account is disabled', async () => {
    const { user, link } = await moved();
    const other = await app.signUp({ email: user.email });
    await app.disable(other.uid);
    expect((await app.follow(link)).text).not.toContain('deleted');
    expect(await undo(link)).toBe('EMAIL_ALREADY_IN_USE');
    await app.admin('DELETE', `/users/${other.uid}`);
    expect((await app.follow(link, 'POST')).location).toBe(APP_URL);
  });
});

it('the link about a changed address is void after a change of address by an administrator, and for a disabled account', async () => {
  const [moved, disabled] = [await proved(), await proved()];
  for (const user of [moved, disabled]) await moveTo(user, newEmail());
  await app.admin('PATCH', `/users/${moved.uid}`, { email: newEmail() });
  await app.disable(disabled.uid);
  expect((await app.follow(await secureLink(moved.email), 'POST')).linkError).toBe('LINK_EXPIRED');
  expect((await app.follow(await secureLink(disabled.email), 'POST')).linkError).toBe('USER_DISABLED');
});

describe('the answer to a change of address by a thief of the password', () => {
  const DAY = 86_400;
  const ASKED = /^Your address .* is to change$/;

  /** A thief has signed in, added a passkey first and changed the address second. */
  async function stolen(seconds = 0) {
    const user = await own.signUp();
    await own.prove(user.uid);
    const owned = await addPasskey(own, user.token);
    await own.advance(seconds);
    const thief = (await own.login(user.email, PASSWORD)).json;
    const added = await addPasskey(own, thief.token);
    const next = newEmail();
    return { user, owned, thief, added, next };
  }

  async function confirmed(email: string): Promise<void> {
    const link = linkIn(await mail.emailWith(email, /\/email\/confirm\?/));
    expect((await own.follow(link, 'POST')).linkError).toBeNull();
  }

  it('removes what was added before the change in the session of the change, and keeps what is older', async () => {
    const { user, owned, thief, added, next } = await stolen(2 * DAY);
    await own.put('/api/auth/user', { email: next, password: PASSWORD }, { token: thief.token });
    await confirmed(next);
    const undo = linkIn(await mail.emailAbout(user.email, ASKED));
    expect((await own.follow(undo)).text.match(/The passkey/g)).toHaveLength(1);
    expect((await own.follow(undo, 'POST')).linkError).toBeNull();
    expect((await passkeyLogin(own, added.passkey)).code).toBe('PASSKEY_NOT_FOUND');
    expect((await passkeyLogin(own, owned.passkey)).status).toBe(200);
    expect((await own.refresh(thief.refresh_token)).code).toBe('INVALID_REFRESH_TOKEN');
    expect((await own.login(user.email, PASSWORD)).status).toBe(200);
  });

  it('reaches back 24 hours before the change, also into another session', async () => {
    const { user, added, next } = await stolen(2 * DAY);
    await own.advance(DAY - 3_600);
    const { token } = (await own.login(user.email, PASSWORD)).json;
    await own.put('/api/auth/user', { email: next }, { token });
    await confirmed(next);
    const undo = linkIn(await mail.emailAbout(user.email, ASKED));
    expect((await own.follow(undo, 'POST')).linkError).toBeNull();
    expect((await passkeyLogin(own, added.passkey)).code).toBe('PASSKEY_NOT_FOUND');
  });

  it('invalidates a password that the thief has set before the change, and lists it', async () => {
    const { user, thief, next } = await stolen();
    const body = { old_password: PASSWORD, new_password: THIEF_PASSWORD };
    const changed = await own.patch('/api/auth/user/change-password', body, { token: thief.token });
    expect(changed.status).toBe(200);
    await own.put('/api/auth/user', { email: next }, { token: thief.token });
    const undo = linkIn(await mail.emailAbout(user.email, ASKED));
    expect((await own.follow(undo)).text).toContain('<li>The password stops working.</li>');
    expect((await own.follow(undo, 'POST')).linkError).toBeNull();
    expect((await own.login(user.email, THIEF_PASSWORD)).code).toBe('INVALID_CREDENTIALS');
    const reset = tokenIn(await mail.emailAbout(user.email, /no longer works$/));
    const again = { old_password: reset, new_password: 'the new password of the owner' };
    expect((await own.patch('/api/auth/user/change-password', again)).status).toBe(200);
  });

  it('invalidates the links about additions that were mailed to the new address', async () => {
    const { user, thief, next } = await stolen();
    await own.put('/api/auth/user', { email: next }, { token: thief.token });
    await confirmed(next);
    await own.advance(1);
    await addPasskey(own, thief.token);
    const ofThief = linkIn(await mail.emailAbout(next, /^A second factor was added/));
    const undo = linkIn(await mail.emailAbout(user.email, ASKED));
    expect((await own.follow(undo, 'POST')).linkError).toBeNull();
    expect((await own.follow(ofThief, 'POST')).linkError).toBe('LINK_EXPIRED');
  });
});

it('the answer to a changed address invalidates the links about sign-ins that the new address got in its second', async () => {
  await own.service.freeze();
  const user = await own.signUp();
  await own.prove(user.uid);
  const next = newEmail();
  await own.put('/api/auth/user', { email: next, password: PASSWORD }, { token: user.token });
  const headers = { 'x-latchkey-device': 'new' };
  for (let times = 0; times < 2; times++)
    await own.post('/api/auth/user/login', { email: next, password: PASSWORD }, { headers });
  const refusal = linkIn(await mail.emailAbout(next, /^New sign-in/));
  const undo = await secureLink(user.email);
  expect((await own.follow(undo, 'POST')).linkError).toBeNull();
  expect((await own.follow(refusal, 'POST')).linkError).toBe('LINK_EXPIRED');
});

it('an address that only the client of the sign-up has called verified gets no link', async () => {
  const user = await app.signUp({ email_verified: true });
  await moveTo(user, newEmail());
  const marker = await proved();
  await moveTo(marker, newEmail());
  await secureLink(marker.email);
  expect(mail.emailsTo(user.email)).toEqual([]);
});

it('the answer mails a notice without a link to a proved address that loses the account', async () => {
  const user = await proved();
  const next = newEmail();
  await moveTo(user, next);
  await signInByLink(next);
  await app.follow(await secureLink(user.email), 'POST');
  const message = await mail.emailAbout(next, CHANGED);
  expect(message.text).toContain(user.email);
  expect(linkIn(message)).toBe('');
});

describe('a thief who moves the address away and back', () => {
  it('does not silence the next change, and shortens no link of the owner', async () => {
    const user = await proved();
    await moveTo(user, newEmail());
    const link = await secureLink(user.email);
    await moveTo(user, user.email);
    expect(await userOf(user.uid)).toMatchObject({ email: user.email, email_verified: true, email_proved: true });
    await moveTo(user, newEmail());
    await secureLink(user.email, 2);
    expect((await app.follow(link, 'POST')).status).toBe(302);
    expect(await userOf(user.uid)).toMatchObject({ email: user.email });
  });

  it('cannot use the email about a sign-in at the address of the thief against the owner', async () => {
    const user = await proved();
    const thief = newEmail();
    await moveTo(user, thief);
    await app.sql(
      `INSERT INTO one_time_tokens (token_hash, purpose, uid, email, about, since, created_at, expires_at)
        SELECT ?, 'secure_account', uid, ?, 'sign_in', 1, created_at, 4000000000 FROM one_time_tokens
        WHERE uid = ? AND about = 'address' AND email = ?`,
      [createHash('sha256').update('T').digest('hex'), thief, user.uid, user.email],
    );
    await app.admin('PATCH', `/users/${user.uid}`, { email: user.email, email_verified: true });
    await app.sql('UPDATE one_time_tokens SET ended_at = NULL WHERE uid = ?', [user.uid]);
    const used = await app.follow(`${app.service.url}/api/auth/user/secure?token=T`, 'POST');
    expect(used.linkError).toBe('LINK_EXPIRED');
  });
});
