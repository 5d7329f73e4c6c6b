import { CheckedBrowser, describeInBrowser } from '../support/browser/browser.js';
import { type Disturbance, SignInPage, SignInWalk, type Walk, type Walker } from '../support/browser/sign-in-page.js';
import { SoftPasskey } from '../support/factors/authenticator.js';
import { creation, fencedUser, PASSKEYS } from '../support/factors/factors.js';
import { originOf, PRODUCT } from '../support/http/clients.js';
import { Idp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider, googleAccount, unproved } from '../support/idp/providers.js';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app, mail } = useMail({
  APP_URL: `${new URL(PRODUCT).origin}/`,
  REDIRECT_ALLOWLIST: new URL(PRODUCT).origin,
  APP_NAME: 'Acme',
  PASSKEY_RP_ID: 'localhost',
  RATE_LIMIT: 'on',
  RATE_LIMIT_REQUESTS: '100000',
  RATE_LIMIT_EMAILS: '1000',
});

type Row = [Walk['door'], Walk['factor'], Walk['account'], Walk['by'], Disturbance];

/** The table of libs/elements/src/flow/table.spec.ts, as far as it is walked with a real service and a real browser. */
const ALWAYS: Row[] = [
  ['provider', 'none', 'new', 'keyboard', 'reload'],
  ['provider', 'enrolment', 'known', 'mouse', 'back'],
  ['password', 'none', 'known', 'mouse', 'nothing'],
  ['password', 'none', 'disabled', 'keyboard', 'nothing'],
  ['password', 'none', 'limited', 'mouse', 'nothing'],
  ['password', 'TOTP', 'known', 'keyboard', 'back'],
  ['password', 'TOTP', 'expired', 'mouse', 'closed laptop'],
  ['password', 'passkey', 'known', 'mouse', 'reload'],
  ['password', 'recovery code', 'known', 'keyboard', 'two tabs'],
  ['magic link', 'none', 'new', 'mouse', 'nothing'],
  ['magic link', 'none', 'expired', 'keyboard', 'closed laptop'],
  ['email code', 'none', 'new', 'mouse', 'back'],
  ['email code', 'enrolment', 'known', 'keyboard', 'two tabs'],
  ['passkey', 'none', 'known', 'keyboard', 'reload'],
];
/** With LONG=1, these too. */
const MORE: Row[] = [
  ['provider', 'TOTP', 'known', 'mouse', 'reload'],
  ['provider', 'none', 'disabled', 'keyboard', 'nothing'],
  ['password', 'none', 'new', 'keyboard', 'reload'],
  ['password', 'enrolment', 'known', 'mouse', 'reload'],
  ['password', 'enrolment', 'expired', 'keyboard', 'closed laptop'],
  ['magic link', 'none', 'known', 'keyboard', 'reload'],
  ['magic link', 'none', 'disabled', 'mouse', 'nothing'],
  ['magic link', 'TOTP', 'known', 'mouse', 'reload'],
  ['magic link', 'enrolment', 'known', 'keyboard', 'nothing'],
  ['email code', 'none', 'expired', 'keyboard', 'closed laptop'],
  ['email code', 'recovery code', 'known', 'mouse', 'reload'],
  ['passkey', 'none', 'disabled', 'mouse', 'nothing'],
];
const WALKS = process.env.LONG === '1' ? [...ALWAYS, ...MORE] : ALWAYS;
const isProvider = ([door]: Row) => door === 'provider';
/** Providers first: what they say is no longer valid after a night. */
const ORDERED = [...WALKS.filter(isProvider), ...WALKS.filter((row) => !isProvider(row))];
const TRIES = 10;

describeInBrowser('the table of ways to sign in', () => {
  const idp = new Idp();
  const rows: string[] = [];
  let browser: CheckedBrowser;
  let google: AddedProvider;
  beforeAll(async () => {
    [browser] = await Promise.all([CheckedBrowser.start(), idp.start()]);
    google = await addProvider(app, idp, 'google', { id: 'google' });
  }, 60_000);
  afterAll(async () => {
    await browser.stop();
    await idp.stop();
    if (process.env.TABLE) process.stdout.write(`\n${rows.join('\n')}\n`);
  });

  async function userOf({ door, factor, account }: Walk): Promise<Walker & { passkey?: SoftPasskey }> {
    if (account === 'new') {
      const email = newEmail();
      if (door === 'provider') await google.idp.addAccount(unproved(email));
      return { email };
    }
    const user = factor === 'TOTP' || factor === 'recovery code' ? await fencedUser(app) : await app.signUp();
    await app.prove(user.uid);
    if (door === 'provider') await google.idp.addAccount(googleAccount(user.email));
    if (account === 'limited') for (let tries = 0; tries < TRIES; tries += 1) await app.login(user.email, 'wrong');
    const needsPasskey = door === 'passkey' || factor === 'passkey';
    const passkey = needsPasskey ? await addPasskey(user.token) : undefined;
    // A passkey alone is one only if the account must have a second factor.
    if (factor === 'enrolment' || factor === 'passkey')
      await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
    // Those who are disabled already get no email.
    const isMailed = door === 'magic link' || door === 'email code';
    if (account === 'disabled' && !isMailed) await app.disable(user.uid);
    return { ...user, ...(passkey && { passkey }) };
  }

  async function addPasskey(token: string): Promise<SoftPasskey> {
    const passkey = new SoftPasskey(originOf(app));
    const { challenge_id, options } = await creation(app, token);
    (await app.post(PASSKEYS, { challenge_id, credential: passkey.create(options) }, { token })).ok();
    return passkey;
  }

  it.each(ORDERED)('%s, factor %s, account %s, by %s, with %s', async (door, factor, account, by, disturbance) => {
    const walk: Walk = { door, factor, account, by, disturbance };
    const user = await userOf(walk);
    const at = await SignInPage.open(app, browser);
    // Else the authenticator answers the offer in the field of the email before the user does anything.
    await at.context.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    if (user.passkey) await (await at.addAuthenticator()).hold(user.passkey);
    await at.page.reload();
    const walking = new SignInWalk(app, mail, at, walk, user);
    const message = await walking.go();
    rows.push(`| ${[door, factor, account, by, disturbance, walking.screens.join(' → ')].join(' | ')} |`);
    const said = walking.screens.join();
    if (account === 'limited') expect(said).toContain('Too many');
    if (account === 'expired') expect(said).toMatch(/too (?:old|long)|sign in again/);
    if (account === 'disabled') expect(message).toContain('disabled');
    else {
      const { uid } = await at.session();
      expect([message, uid]).toEqual([undefined, user.uid ?? (await app.login(user.email, PASSWORD)).json.uid ?? uid]);
    }
    await at.close();
  });

  it('writes nothing to the console of the browser', () => {
    expect(browser.complaints).toEqual([]);
  });
});
