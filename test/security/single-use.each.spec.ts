import { SoftPasskey } from '../support/factors/authenticator.js';
import {
  addPasskey,
  codeAt,
  codeOf,
  creation,
  fence,
  fencedUser,
  loginOptions,
  nowOf,
  ORIGIN,
  PASSKEYS,
  passkeyUser,
  RP_ID,
} from '../support/factors/factors.js';
import { inParallel } from '../support/http/clients.js';
import { ConsoleBrowser, onceOf } from '../support/http/console.js';
import { type Answer, countOutcomes, expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, pkce } from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { codeIn, linkIn, useMail } from '../support/service/mail.js';
import { Receiver } from '../support/service/webhooks.js';

/** How many requests come at once. */
const REQUESTS = 20;
const CHANGED = /^Your address .* was changed$/;

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
const idp = useIdp();

const post = (path: string, body: object, token?: string) => app.post(`/api/auth/${path}`, body, { token });
const outcomeOf = (answer: Answer) =>
  answer.status === 302 ? (answer.parameter('error') ?? 'worked') : (answer.code ?? 'worked');
const adminLink = async (type: string, email: string, more = {}): Promise<string> =>
  (await app.admin('POST', '/links', { type, email, ...more })).json.link;
const mailedCode = (email: string, more = {}) => mail.codeAfter(email, () => post('email-code', { email, ...more }));
const mfaToken = async ({ email }: { email: string }): Promise<string> =>
  (await app.login(email, PASSWORD)).json.mfa_token;

async function proved(): Promise<SignedUp> {
  const user = await app.signUp({ login: false });
  await app.prove(user.uid);
  return user;
}

/** A user who must add a second factor, and the token of the sign-in that waits for it. */
async function waiting(): Promise<{ user: SignedUp; token: string }> {
  const user = await proved();
  await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
  return { user, token: await mfaToken(user) };
}

/** Whose sessions are counted, how many there are before, and the request that is sent many times. */
interface Race {
  uid: string;
  send: () => Promise<Answer>;
  /** How many sessions the user has afterwards; undefined where the request opens none. */
  sessions?: number;
}

/** What can be used once: how the user gets it, and the answers to all requests but one. */
const ONCE: Record<string, { refused: string[]; prepare: () => Promise<Race> }> = {
  'a magic link': {
    refused: ['LINK_ALREADY_USED'],
    async prepare() {
      const { uid, email } = await proved();
      const link = await adminLink('magic_link', email);
      return { uid, sessions: 1, send: () => app.follow(link) };
    },
  },
  'the code of a magic link': {
    refused: ['INVALID_CODE'],
    async prepare() {
      const { uid, email } = await proved();
      const { verifier: code_verifier, challenge: code_challenge } = pkce();
      const link = await mail.linkAfter(email, () => post('magic-link', { email, code_challenge }));
      const code = (await app.follow(link)).parameter('code');
      // A second use with the right verifier means theft: the session ends.
      return { uid, sessions: 0, send: () => post('token', { code, code_verifier }) };
    },
  },
  'a verification link': {
    refused: ['LINK_ALREADY_USED'],
    async prepare() {
      const { uid, email } = await app.signUp({ login: false });
      const link = await adminLink('verify_email', email);
      return { uid, send: () => app.follow(link) };
    },
  },
  'a link that secures an account': {
    refused: ['LINK_ALREADY_USED'],
    async prepare() {
      const { uid, email, token } = await app.signUp();
      await app.prove(uid);
      await app.put('/api/auth/user', { email: newEmail(), password: PASSWORD }, { token });
      const link = linkIn(await mail.emailAbout(email, CHANGED));
      return { uid, sessions: 0, send: () => app.follow(link, 'POST') };
    },
  },
  'a reset token': {
    refused: ['INVALID_PASSWORD'],
    async prepare() {
      const { uid, email } = await proved();
      const link = new URL(await adminLink('reset_password', email));
      const body = { old_password: link.searchParams.get('token'), new_password: `${PASSWORD} 2` };
      return { uid, send: () => app.patch('/api/auth/user/change-password', body) };
    },
  },
  'an email code': {
    refused: ['INVALID_CODE'],
    async prepare() {
      const { uid, email } = await proved();
      const found = await mailedCode(email);
      return { uid, sessions: 1, send: () => post('email-code/verify', found) };
    },
  },
  'an email code for a new proof': {
    refused: ['INVALID_CODE'],
    async prepare() {
      const email = newEmail();
      const { uid, token } = (await post('email-code/verify', await mailedCode(email, { sign_up: true }))).json;
      const options = () => post('user/reauthenticate/options', { method: 'email_code' }, token);
      const { code_token, code } = await mail.codeAfter(email, options);
      return { uid, send: () => post('user/reauthenticate', { code_token, email_code: code }, token) };
    },
  },
  'an mfa_token with a code of an app': {
    refused: ['INVALID_MFA_TOKEN', 'INVALID_CODE'],
    async prepare() {
      const user = await fencedUser(app);
      const body = { mfa_token: await mfaToken(user), code: await codeOf(app, user.secret, 1) };
      return { uid: user.uid, sessions: 2, send: () => post('mfa/verify', body) };
    },
  },
  'the challenge of a passkey as second factor': {
    refused: ['INVALID_MFA_TOKEN', 'INVALID_CHALLENGE'],
    async prepare() {
      const signedUp = await app.signUp();
      await app.prove(signedUp.uid);
      const { passkey } = await addPasskey(app, signedUp.token);
      const user = await fence(app, signedUp);
      const mfa_token = await mfaToken(user);
      const { challenge_id, options } = (await post('mfa/passkey/options', { mfa_token })).json;
      const body = { mfa_token, challenge_id, credential: passkey.get(options) };
      return { uid: user.uid, sessions: 2, send: () => post('mfa/verify', body) };
    },
  },
  'the challenge of a sign-in by a passkey': {
    refused: ['INVALID_CHALLENGE'],
    async prepare() {
      const { uid, passkey } = await passkeyUser(app);
      const { challenge_id, options } = await loginOptions(app);
      const body = { challenge_id, credential: passkey.get(options) };
      return { uid, sessions: 2, send: () => post('passkey/login', body) };
    },
  },
  'the challenge of a new passkey': {
    refused: ['INVALID_CHALLENGE'],
    async prepare() {
      const { uid, token } = await app.signUp();
      await app.prove(uid);
      const { challenge_id, options } = await creation(app, token);
      const credential = new SoftPasskey(ORIGIN).create(options);
      return { uid, send: () => app.post(PASSKEYS, { challenge_id, credential }, { token }) };
    },
  },
  'the confirmation of a required app': {
    // A request whose token was checked before the first one had confirmed the app finds none that waits for its code.
    refused: ['INVALID_MFA_TOKEN', 'NOT_AUTHENTICATED', 'FACTOR_NOT_FOUND'],
    async prepare() {
      const { user, token } = await waiting();
      const { factor_id, secret } = (await post('user/mfa/totp', { name: 'Phone' }, token)).json;
      const code = codeAt(secret, await nowOf(app));
      return { uid: user.uid, sessions: 1, send: () => post(`user/mfa/totp/${factor_id}/confirm`, { code }, token) };
    },
  },
};

describe.each(Object.entries(ONCE))('%s', (_what, { refused, prepare }) => {
  it('works once when it is sent 20 times at once', async () => {
    const { uid, sessions, send } = await prepare();
    const answers = await inParallel(REQUESTS, send);
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'worked')).toHaveLength(1);
    expect(['worked', ...refused]).toEqual(expect.arrayContaining(outcomes));
    if (sessions === undefined) return;
    const open = await app.sql('SELECT session_id FROM sessions WHERE uid = ? AND ended_at IS NULL', [uid]);
    expect(open).toHaveLength(sessions);
  });
});

it('an email code is checked five times at most', async () => {
  const { uid, email } = await proved();
  const { code_token, code } = await mailedCode(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const answers = await inParallel(REQUESTS, () => post('email-code/verify', { code_token, code: wrong }));
  expect(countOutcomes(answers)).toEqual({ INVALID_CODE: REQUESTS });
  const rows = await app.sql("SELECT attempts FROM one_time_tokens WHERE uid = ? AND purpose = 'email_code'", [uid]);
  expect(rows).toEqual([{ attempts: 5 }]);
  expectFailure(await post('email-code/verify', { code_token, code }), 'INVALID_CODE');
});

it('an mfa_token allows five wrong codes', async () => {
  const user = await fencedUser(app);
  const mfa_token = await mfaToken(user);
  await inParallel(REQUESTS, () => post('mfa/verify', { mfa_token, code: '000000' }));
  const [row] = await app.sql('SELECT failures FROM totp_factors WHERE uid = ?', [user.uid]);
  expect(Number(row?.failures)).toBe(5);
});

it('an email code with the token of a waiting sign-in answers one new token', async () => {
  const user = await app.signUp({ login: false });
  await app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
  const body = { ...(await mailedCode(user.email)), mfa_token: await mfaToken(user) };
  const answers = await inParallel(REQUESTS, () => post('email-code/verify', body));
  expect(answers.filter(({ code }) => code === 'MFA_ENROLMENT_REQUIRED')).toHaveLength(1);
});

it('the link and the code of one email open one session', async () => {
  const { uid, email } = await proved();
  const found = await mail.codeAfter(email, () => post('magic-link', { email, with_code: true }));
  const message = mail.emailsTo(email).filter(codeIn).at(-1);
  const link = message ? linkIn(message) : '';
  await inParallel(4, (index) => (index % 2 ? app.follow(link) : post('email-code/verify', found)));
  expect(await app.sql('SELECT method FROM sessions WHERE uid = ?', [uid])).toHaveLength(1);
});

it('two codes, or two links, for one new address create one account', async () => {
  const [byCode, byLink] = [newEmail(), newEmail()];
  const more = { sign_up: true };
  const codes = [await mailedCode(byCode, more), await mailedCode(byCode, more)];
  const links = [await adminLink('magic_link', byLink, more), await adminLink('magic_link', byLink, more)];
  const verified = await Promise.all(codes.map((found) => post('email-code/verify', found)));
  const followed = await Promise.all(links.map((link) => app.follow(link)));
  const pairs = [verified.map(({ json }) => json.uid), followed.map((answer) => answer.parameter('uid'))];
  for (const [index, email] of [byCode, byLink].entries()) {
    const rows = await app.sql('SELECT uid FROM users WHERE email = ?', [email]);
    expect(pairs[index]).toEqual([rows[0]?.uid, rows[0]?.uid]);
    expect(rows).toHaveLength(1);
  }
});

it('of 10 new users with one identity at once one gets it', async () => {
  const { id } = await addProvider(app, idp, 'google');
  const identities = [{ provider: id, subject: newEmail() }];
  const answers = await inParallel(10, () => app.admin('POST', '/users', { email: newEmail(), identities }));
  expect(countOutcomes(answers)).toEqual({ 200: 1, IDENTITY_ALREADY_LINKED: 9 });
});

it('the link to the console that a start prints opens one session', async () => {
  await app.service.until(() => onceOf(app.service.log) !== '');
  const once = onceOf(app.service.log);
  const answers = await inParallel(50, () => new ConsoleBrowser(app).signIn({ once }));
  expect(countOutcomes(answers)).toEqual({ 200: 1, NOT_AUTHENTICATED: 49 });
});

it('first sign-ins of a user of an earlier system create one account', async () => {
  const source = await new Receiver().listen();
  source.respond = (_message, response) => response.writeHead(200).end('{"right": true, "user": {}}');
  const migrating = await app.replica({
    MIGRATION_URL: source.url,
    MIGRATION_SECRET: `whsec_${Buffer.alloc(32, 'secret of the migration').toString('base64')}`,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  });
  const body = { email: newEmail(), password: PASSWORD };
  const answers = await inParallel(4, () => migrating.call('POST', '/api/auth/user/login', { body }));
  expect(countOutcomes(answers)).toEqual({ 200: 4 });
  expect(await app.sql('SELECT uid FROM users WHERE email = ?', [body.email])).toHaveLength(1);
  await source.stop();
});

it('a link that is created while its user is deleted is refused, or deleted with the user', async () => {
  for (let round = 0; round < 5; round++) {
    const { uid, email } = await app.signUp();
    const [, ...answers] = await Promise.all([
      app.admin('DELETE', `/users/${uid}`),
      ...Array.from({ length: 5 }, () => app.admin('POST', '/links', { type: 'magic_link', email })),
    ]);
    expect(['worked', 'USER_NOT_FOUND']).toEqual(expect.arrayContaining(answers.map(outcomeOf)));
    expect(await app.sql('SELECT * FROM one_time_tokens WHERE uid = ?', [uid])).toEqual([]);
    expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
  }
});
