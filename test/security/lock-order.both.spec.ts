import {
  administrator,
  type ConsoleBrowser,
  grant,
  signedIn,
  signInAgain,
} from '../support/browser/console-session.js';
import { DATABASE } from '../support/database/database.js';
import { SoftPasskey } from '../support/factors/authenticator.js';
import { addPasskey, creation, ORIGIN, PASSKEYS, RP_ID } from '../support/factors/passkeys.js';
import { fence, fencedUser, nowOf } from '../support/factors/totp.js';
import { expectFailure, expectNothing } from '../support/http/expect.js';
import type { Answer } from '../support/http/http.js';
import { authorize, googleAccount, redeem } from '../support/idp/external.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, signInWith } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const DAY = 86_400;
const REASON = 'Ticket 4711: the order list is empty';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN, MFA_GRACE: '600' });
const idp = useIdp();
beforeAll(() => addProvider(app, idp, 'google', { id: 'google' }));

/** Sends two requests that wait for the lock on one user: the second one goes on after the commit of the first. */
async function inOrder(uid: string, first: () => Promise<Answer>, second: () => Promise<Answer>) {
  // SQLite runs one transaction at a time.
  if (DATABASE === 'sqlite') return [await first(), await second()] as const;
  const release = await app.database.hold('UPDATE users SET uid = uid WHERE uid = ?', [uid]);
  const one = first();
  await app.untilStatementWaits(1);
  const two = second();
  await app.untilStatementWaits(2);
  await release();
  return [await one, await two] as const;
}

const patch = (uid: string, body: object) => app.admin('PATCH', `/users/${uid}`, body);

/** Starts to add a passkey. Returns the request that adds it. */
async function passkeyOf({ token }: { token: string }): Promise<() => Promise<Answer>> {
  const { challenge_id, options } = await creation(app, token);
  const credential = new SoftPasskey(ORIGIN).create(options);
  return () => app.post(PASSKEYS, { challenge_id, credential, name: 'Mine' }, { token });
}

describe('a token that a user makes while an administrator changes the user', () => {
  const SCOPES = ['read', 'write'];
  const make = async (browser: ConsoleBrowser) => {
    const expires_at = (await nowOf(app)) + DAY;
    return () => browser.call('POST', '/tokens', { name: 'Script', scopes: SCOPES, expires_at });
  };

  it.each<[what: string, change: (uid: string) => Promise<Answer>]>([
    ['takes the scopes away', (uid) => patch(uid, { admin_scopes: [] })],
    ['disables the user', (uid) => patch(uid, { active: false })],
    ['resets the factors', (uid) => app.admin('POST', `/users/${uid}/factors/reset`, { reason: REASON })],
  ])('is revoked for good: %s', async (_what, change) => {
    const user = await administrator(app, SCOPES);
    const [made, changed] = await inOrder(user.uid, await make(await signedIn(app, user.token)), () =>
      change(user.uid),
    );
    expect([made.status, changed.status]).toEqual([200, 200]);
    await patch(user.uid, { active: true });
    const { mfa_enabled } = (await app.admin('GET', `/users/${user.uid}`)).json;
    if (!mfa_enabled) await fence(app, { ...user, ...(await app.login(user.email, PASSWORD)).json });
    await grant(app, user, SCOPES);
    expectFailure(await app.admin('GET', '/users?limit=1', undefined, made.json.token), 'NOT_AUTHENTICATED');
  });
});

it('an administrator who removes a passkey while the user removes the only other factor takes the scopes away', async () => {
  const first = await fencedUser(app);
  const { passkeyId } = await addPasskey(app, first.token);
  await grant(app, first, ['read']);
  const { uid, token, factorId } = await signInAgain(app, first);
  const answers = await inOrder(
    uid,
    () => app.delete(`/api/auth/user/mfa/totp/${factorId}`, { token }),
    () => app.admin('DELETE', `/users/${uid}/passkeys/${passkeyId}`),
  );
  for (const answer of answers) expectNothing(answer);
  const { mfa_enabled, admin_scopes } = (await app.admin('GET', `/users/${uid}`)).json;
  expect({ mfa_enabled, admin_scopes }).toEqual({ mfa_enabled: false, admin_scopes: [] });
});

it('the new address that an administrator sets while the user adds a passkey waits for its confirmation', async () => {
  const user = await app.signUp();
  await app.prove(user.uid);
  const email = newEmail();
  const [added, changed] = await inOrder(user.uid, await passkeyOf(user), () => patch(user.uid, { email }));
  expect([added.status, changed.status]).toEqual([200, 200]);
  expect(changed.json).toMatchObject({ email: user.email, email_pending: email });
});

describe('a sign-in while the user adds a first passkey is asked for it', () => {
  /** In the grace period of a required factor, so that the passkey alone decides. */
  const require = (uid: string) => patch(uid, { mfa: 'required' });

  it('by a provider', async () => {
    const account = googleAccount(newEmail());
    const { uid } = (await signInWith(app, 'google', account)).json;
    await require(uid);
    const { token } = (await signInWith(app, 'google', account)).json;
    const returned = await authorize(app, 'google', account);
    const [added, entered] = await inOrder(uid, await passkeyOf({ token }), () => redeem(app, returned));
    expect([added.status, entered.code]).toEqual([200, 'MFA_REQUIRED']);
  });

  it('by a code that was mailed before there was an account', async () => {
    const email = newEmail();
    const code = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email, sign_up: true }));
    const { uid } = await app.signUp({ email });
    await app.prove(uid);
    // Not by an administrator, whose change would end the code.
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [uid]);
    const { token } = (await app.login(email, PASSWORD)).json;
    const enter = () => app.post('/api/auth/email-code/verify', code);
    const [added, entered] = await inOrder(uid, await passkeyOf({ token }), enter);
    expect([added.status, entered.code]).toEqual([200, 'MFA_REQUIRED']);
  });
});
