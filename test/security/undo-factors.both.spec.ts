import { addPasskey, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/passkeys.js';
import { codeOf, fence } from '../support/factors/totp.js';
import { expectFailure, expectNothing } from '../support/http/expect.js';
import { googleAccount } from '../support/idp/external.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, linkWith, signInWith } from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { linkIn, tokenIn } from '../support/service/mail-server.js';
import { useMail } from '../support/service/use-mail.js';

const APP_URL = 'https://home.example.com/';
const THIEF_PASSWORD = 'the password of the thief';
const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, APP_URL });
const idp = useIdp();
const google = 'google';
const MFA = '/api/auth/user/mfa';

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: google });
});

/** A user with a proved address, and a thief who has signed in with the password a second later. */
async function stolen() {
  const user = await app.signUp();
  await app.prove(user.uid);
  await app.advance(1);
  const thief: SignedUp = { ...user, ...(await app.login(user.email, PASSWORD)).json };
  return { user, thief };
}

const undoLink = async (email: string, number = 1) => linkIn(await mail.emailWith(email, /\/factors\/undo\?/, number));
const errorOf = async (link: string) => (await app.follow(link, 'POST')).parameter('error');
const overview = async (email: string) => {
  const { token } = (await app.login(email, PASSWORD)).json;
  return (await app.get(MFA, { token })).json;
};

describe('the link in the email about an addition', () => {
  it('shows a page that lists what it removes, and removes a passkey and the sessions only when its button is pressed', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, thief.token);
    const link = await undoLink(user.email);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await app.follow(link, method)).status).toBe(200);
    const { text } = await app.follow(link);
    expect(text).toContain('<li>the passkey “Phone”</li>');
    expect(text).toMatch(/It was added on \d+ \w+ \d{4} at \d\d:\d\d UTC from an unknown program\./);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    const answer = await app.follow(link, 'POST');
    expect([answer.status, answer.location]).toEqual([302, APP_URL]);
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    for (const { refresh_token } of [user, thief]) {
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
    }
    expect((await app.login(user.email, PASSWORD)).status).toBe(200);
    expect(await errorOf(link)).toBe('LINK_ALREADY_USED');
  });

  it('also removes an identity that is linked while it waits', async () => {
    const { user, thief } = await stolen();
    await addPasskey(app, thief.token);
    const link = await undoLink(user.email);
    // The foreign key holds the user until the link is committed.
    const linked = `INSERT INTO identities (identity_id, uid, provider_id, key_hash, subject, created_at, user_created_at)
      VALUES ('thief', ?, '${google}', 'thief', 'thief', 4000000000, 1)`;
    const release = await app.database.hold(linked, [user.uid]);
    const undone = errorOf(link);
    await app.untilStatementWaits();
    await release();
    expect(await undone).toBeNull();
    expect(await app.sql('SELECT identity_id FROM identities WHERE uid = ?', [user.uid])).toEqual([]);
  });

  it('removes an authenticator app with its recovery codes, so that sign-ins need no factor', async () => {
    const { user, thief } = await stolen();
    const { secret } = await fence(app, thief);
    expect((await app.login(user.email, PASSWORD)).code).toBe('MFA_REQUIRED');
    expect(await errorOf(await undoLink(user.email))).toBeNull();
    expect(await overview(user.email)).toMatchObject({ enabled: false, recovery_codes_left: 0, factors: [] });
    expect(await codeOf(app, secret)).toMatch(/^\d{6}$/);
  });

  it('switches off a demand that was made with an older passkey, and keeps this passkey', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, user.token);
    await app.advance(5);
    const late = (await app.login(user.email, PASSWORD)).json;
    expect((await app.put(MFA, { enabled: true }, { token: late.token })).status).toBe(200);
    const message = await mail.emailAbout(user.email, /now need your second factor$/);
    expect(await errorOf(linkIn(message))).toBeNull();
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
    expect(await overview(user.email)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expectFailure(await app.refresh(thief.refresh_token), 'INVALID_REFRESH_TOKEN');
  });

  it('unlinks an identity', async () => {
    const { user, thief } = await stolen();
    const account = googleAccount(newEmail());
    expect((await linkWith(app, google, account, thief.token)).status).toBe(200);
    const link = await undoLink(user.email);
    expect((await app.follow(link)).text).toContain('<li>the sign-in with Test google</li>');
    expect(await errorOf(link)).toBeNull();
    expect((await app.admin('GET', `/users/${user.uid}/identities`)).json.identities).toEqual([]);
    expect((await signInWith(app, google, account, { sign_up: false })).status).not.toBe(200);
  });

  it('removes also what was added later, and a password that was set in that session', async () => {
    const { user, thief } = await stolen();
    const [first, second] = [await addPasskey(app, thief.token), await addPasskey(app, thief.token)];
    const body = { old_password: PASSWORD, new_password: THIEF_PASSWORD };
    expectNothing(await app.patch('/api/auth/user/change-password', body, { token: thief.token }));
    const link = await undoLink(user.email);
    expect((await app.follow(link)).text).toContain('<li>the password</li>');
    expect(await errorOf(link)).toBeNull();
    for (const { passkey } of [first, second]) expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    expectFailure(await app.login(user.email, THIEF_PASSWORD), 'INVALID_CREDENTIALS');
    const old_password = tokenIn(await mail.emailAbout(user.email, /no longer works$/));
    expectNothing(await app.patch('/api/auth/user/change-password', { old_password, new_password: PASSWORD }));
  });

  it('keeps what is older than the session', async () => {
    const { user } = await stolen();
    const { passkey } = await addPasskey(app, user.token);
    await app.advance(5);
    const late = (await app.login(user.email, PASSWORD)).json;
    const newer = await addPasskey(app, late.token);
    expect(await errorOf(await undoLink(user.email, 2))).toBeNull();
    expectFailure(await passkeyLogin(app, newer.passkey), 'PASSKEY_NOT_FOUND');
    expect((await passkeyLogin(app, passkey)).status).toBe(200);
  });

  it('works after a change of the address, and then mails no reset to the new one', async () => {
    const { user, thief } = await stolen();
    const { passkey } = await addPasskey(app, thief.token);
    const link = await undoLink(user.email);
    const body = { old_password: PASSWORD, new_password: THIEF_PASSWORD };
    await app.patch('/api/auth/user/change-password', body, { token: thief.token });
    const email = newEmail();
    expectNothing(await app.put('/api/auth/user', { email }, { token: thief.token }));
    await app.follow(linkIn(await mail.emailWith(email, /\/email\/confirm\?/)), 'POST');
    expect((await app.follow(link)).text).toContain('The address of the account has changed, too');
    expect(await errorOf(link)).toBeNull();
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
    const undo = linkIn(await mail.emailWith(user.email, /\/email\/undo\?/));
    expect(await errorOf(undo)).toBeNull();
    expect(mail.emailsTo(email).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/no longer works$/),
    );
  });

  it('stops a change of address that waits', async () => {
    const { user, thief } = await stolen();
    await addPasskey(app, thief.token);
    const email = newEmail();
    expectNothing(await app.put('/api/auth/user', { email }, { token: thief.token }));
    expect(await errorOf(await undoLink(user.email))).toBeNull();
    const confirm = linkIn(await mail.emailWith(email, /\/email\/confirm\?/));
    expect(await errorOf(confirm)).toBe('LINK_EXPIRED');
  });

  it('is missing where sign-ins needed a factor before, so that a mailbox is no way round it', async () => {
    const { user, thief } = await stolen();
    const { token } = await fence(app, thief);
    await undoLink(user.email);
    await addPasskey(app, token);
    const second = await mail.emailAbout(user.email, /^A second factor was added/, 2);
    expect(linkIn(second)).toBe('');
  });

  it('works for 24 hours, and for one of 20 requests at once', async () => {
    const [first, second] = [await stolen(), await stolen()];
    for (const { thief } of [first, second]) await addPasskey(app, thief.token);
    const links = await Promise.all([first, second].map(({ user }) => undoLink(user.email)));
    await app.advance(86_400 - 60);
    const errors = await Promise.all(Array.from({ length: 20 }, () => errorOf(links[0] ?? '')));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error === 'LINK_ALREADY_USED')).toHaveLength(19);
    await app.advance(61);
    expect(await errorOf(links[1] ?? '')).toBe('LINK_EXPIRED');
  });
});
