import { ORIGIN, passkeyLogin, passkeyUser } from '../support/factors/factors.js';
import { type Answer, expectFailure } from '../support/http/http.js';
import {
  type Account,
  type Kind,
  type Lies,
  type Misbehaviour,
  sendCallback,
  useIdp,
  walk,
  walkToCallback,
} from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  authorize,
  authorizeLink,
  googleAccount,
  pkce,
  redeem,
  signInWith,
  start,
  startLink,
  TENANT,
  unproved,
} from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { whileAdvancing } from '../support/service/service.js';

const { app, mail } = useMail({ APP_URL: ORIGIN });
const idp = useIdp();

describe('a provider', () => {
  /** The service reads 1 MiB; the system buffers some more on both sides. */
  const MOST_BYTES = 32 * 1024 * 1024;
  const INSECURE = 'http://provider.example.com';

  const account = (): Account => {
    const email = newEmail();
    return { sub: email, email, email_verified: true };
  };

  const addLiar = (lies: Lies): Promise<AddedProvider> =>
    addProvider(app, idp, 'liar', { lies, fields: { email_domains: ['example.com'] } });

  const begin = (id: string): Promise<Answer> => start(app, id, pkce());

  /** The error at the callback. */
  async function errorOf(id: string): Promise<string | null> {
    return (await walk((await begin(id)).json.url, account())).searchParams.get('error');
  }

  const usersNow = async () => (await app.sql('SELECT COUNT(*) AS count FROM users'))[0]?.count;

  const BAD: [string, Misbehaviour][] = [
    ['answers without an end', 'huge'],
    ['redirects to another server', { redirect: 'http://127.0.0.1:9/' }],
    ['redirects to itself', { redirect: '?again' }],
    ['fails', { status: 500, body: '<html>' }],
    ['answers with no JSON', { status: 200, body: '<html>' }],
    ['answers with JSON that is no object', { status: 200, body: '[null]' }],
    ['closes the object too early', { status: 200, body: '{' }],
  ];

  it('gets no code of the service that a page has led to its callback', async () => {
    const { id, idp: provider } = await addLiar({});
    const keys = pkce();
    const code = (await walk((await start(app, id, keys)).json.url, account())).searchParams.get('code') ?? '';
    const asked = async () => (await provider.requests()).filter(({ path }) => path === '/token').length;
    const before = await asked();
    const state = new URL((await begin(id)).json.url).searchParams.get('state') ?? '';
    const led = `/api/auth/external/${id}/callback?${new URLSearchParams({ state, code })}`;
    expectFailure(await app.get(led), 'INVALID_STATE');
    expect(await asked()).toBe(before);
    expectFailure(await redeem(app, { code, verifier: keys.verifier }), 'INVALID_CODE');
  });

  describe('a provider whose discovery document', () => {
    it.each(BAD)('%s is refused at the start', async (_what, misbehaviour) => {
      const { id, idp: provider } = await addLiar({ at: { discovery: misbehaviour } });
      expect((await begin(id)).code).toBe('PROVIDER_ERROR');
      for (const { sent = 0 } of await provider.requests()) expect(sent).toBeLessThan(MOST_BYTES);
      expect((await provider.requests()).map(({ path }) => path)).toEqual(['/.well-known/openid-configuration']);
    });

    it.each<[string, Record<string, unknown>]>([
      ['names another issuer', { issuer: 'https://other.example.com' }],
      ['names its issuer with a slash more', {}],
      ['names no issuer', { issuer: null }],
      ['has an authorization endpoint without TLS', { authorization_endpoint: `${INSECURE}/authorize` }],
      ['has a token endpoint without TLS', { token_endpoint: `${INSECURE}/token` }],
      ['has keys without TLS', { jwks_uri: `${INSECURE}/jwks` }],
      ['has no token endpoint', { token_endpoint: null }],
      ['has a script as its authorization endpoint', { authorization_endpoint: 'javascript:alert(1)' }],
    ])('%s is refused', async (what, discovery) => {
      const before = await usersNow();
      const { id, idp: provider } = await addLiar({ discovery });
      if (what.includes('slash')) await provider.lie({ discovery: { issuer: `${provider.origin}/` } });
      const started = await begin(id);
      expect(started.code ?? (await walkError(started))).toBe('PROVIDER_ERROR');
      expect(await usersNow()).toBe(before);
    });

    async function walkError(started: Answer): Promise<string | null> {
      return (await walk(started.json.url, account())).searchParams.get('error');
    }

    it('hangs is given up, and works once it answers', async () => {
      const { id, idp: provider } = await addLiar({ at: { discovery: 'hang' } });
      const started = begin(id);
      expect((await app.get('/health/ready')).status).toBe(200);
      expect((await whileAdvancing(app.service, started)).code).toBe('PROVIDER_ERROR');
      await provider.lie({});
      expect((await begin(id)).status).toBe(200);
      expect((await provider.requests())[0]).toMatchObject({ closed: true });
    });
  });

  describe.each(['token', 'jwks'] as const)('a provider whose endpoint %s', (endpoint) => {
    it.each(BAD)('%s is refused at the callback', async (_what, misbehaviour) => {
      const before = await usersNow();
      const { id, idp: provider } = await addLiar({ at: { [endpoint]: misbehaviour } });
      expect(await errorOf(id)).toBe('PROVIDER_ERROR');
      for (const { sent = 0 } of await provider.requests()) expect(sent).toBeLessThan(MOST_BYTES);
      expect(await usersNow()).toBe(before);
    });

    it('hangs is given up, and holds no sign-up and no sign-in with a password or a passkey', async () => {
      const { email, password, passkey } = await passkeyUser(app);
      const { id, idp: provider } = await addLiar({ at: { [endpoint]: 'hang' } });
      const refused = errorOf(id);
      await app.service.until(async () => (await provider.requests()).some(({ path }) => path === `/${endpoint}`));
      const others = Array.from({ length: 10 }, () => [
        app.signUp().then(() => ({ status: 200 })),
        app.login(email, password),
        passkeyLogin(app, passkey),
      ]);
      const answers = await Promise.all(others.flat());
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
      expect(await whileAdvancing(app.service, refused)).toBe('PROVIDER_ERROR');
    });
  });
});

describe('a thief', () => {
  beforeAll(async () => {
    await addProvider(app, idp, 'google', { id: 'google' });
    await addProvider(app, idp, 'google', { id: 'second' });
  });

  async function proved(): Promise<SignedUp> {
    const user = await app.signUp();
    await app.prove(user.uid);
    return user;
  }
  const identitiesOf = (uid: string) => app.sql('SELECT provider_id FROM identities WHERE uid = ?', [uid]);
  const sessionsBy = (uid: string) =>
    app.sql("SELECT session_id FROM sessions WHERE uid = ? AND method = 'external'", [uid]);

  describe('a thief of a code', () => {
    it('without the verifier gets nothing, and the code is used up', async () => {
      const user = await proved();
      const returned = await authorize(app, 'google', googleAccount(user.email));
      expectFailure(await redeem(app, { ...returned, verifier: pkce().verifier }), 'INVALID_CODE');
      expectFailure(await app.post('/api/auth/external/token', { code: returned.code }), 'INVALID_CODE');
      expectFailure(await redeem(app, returned), 'INVALID_CODE');
      expect(await sessionsBy(user.uid)).toEqual([]);
    });

    it('who uses it after its owner ends the session of the owner, also when it has expired since', async () => {
      const returned = await authorize(app, 'google', googleAccount(newEmail()));
      const { refresh_token, uid } = (await redeem(app, returned)).json;
      await app.advance(300);
      expect((await app.refresh(refresh_token)).status).toBe(200);
      expectFailure(await redeem(app, returned), 'INVALID_CODE');
      expectFailure(await app.refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
      expect((await app.events(uid)).at(-1)).toMatchObject({ type: 'session.reuse_detected', actor: 'anonymous' });
    });
  });

  it('a thief of a used code without its verifier does not end the session of the owner', async () => {
    const returned = await authorize(app, 'google', googleAccount(newEmail()));
    const { refresh_token, uid } = (await redeem(app, returned)).json;
    for (const verifier of [pkce().verifier, 'x'])
      expectFailure(await redeem(app, { ...returned, verifier }), 'INVALID_CODE');
    expect((await app.refresh(refresh_token)).status).toBe(200);
    expect((await app.events(uid)).map(({ type }) => type)).not.toContain('session.reuse_detected');
  });

  it('a thief of a sign-in code loses it when its owner signs out everywhere or changes the password', async () => {
    for (const leave of [
      ({ token }: SignedUp) => app.post('/api/auth/user/logout', {}, { token }),
      ({ token }: SignedUp) =>
        app.patch(
          '/api/auth/user/change-password',
          { old_password: PASSWORD, new_password: `new ${PASSWORD}` },
          { token },
        ),
    ]) {
      const user = await proved();
      const known = googleAccount(user.email);
      await signInWith(app, 'google', known);
      const returned = [
        await authorize(app, 'google', known),
        await authorize(app, 'google', googleAccount(user.email)),
      ];
      expect((await leave(user)).status).toBe(200);
      for (const each of returned) expectFailure(await redeem(app, each), 'INVALID_CODE');
    }
  });

  it('a thief of a confirmation code from before the account existed cannot link an identity to it', async () => {
    const email = newEmail();
    const { pending_token } = (await signInWith(app, 'google', unproved(email))).json;
    const ask = () => app.post('/api/auth/external/confirm', { pending_token });
    const early = await mail.codeAfter(email, ask);
    const { uid } = await app.signUp({ email });
    await app.prove(uid);
    expectFailure(await app.post('/api/auth/external/confirm/verify', early), 'INVALID_CODE');
    expect(await identitiesOf(uid)).toEqual([]);
    // It has used the sign-in up, so the person begins again.
    expectFailure(await ask(), 'INVALID_CODE');
  });

  describe('an attacker who sends a link to a victim', () => {
    it('cannot sign the victim in to an account of the attacker', async () => {
      const attack = await walkToCallback((await start(app, 'google', pkce())).json.url, googleAccount(newEmail()));
      // The browser of the victim opens the callback, and the app in it knows only its own verifier.
      const code = (await sendCallback(attack)).parameter('code') ?? '';
      expectFailure(await redeem(app, { code, verifier: pkce().verifier }), 'INVALID_CODE');
    });

    it('cannot link the identity of the victim to an account of the attacker', async () => {
      const [attacker, victim] = [await proved(), await proved()];
      const { url } = (await startLink(app, 'google', attacker.token, pkce())).json;
      // The victim is signed in at the provider, and opens the URL.
      const code = (await walk(url, googleAccount(victim.email))).searchParams.get('code') ?? '';
      expectFailure(await redeem(app, { code, verifier: pkce().verifier }), 'NOT_AUTHENTICATED');
      expectFailure(await redeem(app, { code, verifier: pkce().verifier }, victim.token), 'INVALID_CODE');
      expect(await app.sql('SELECT * FROM identities WHERE uid IN (?, ?)', [attacker.uid, victim.uid])).toEqual([]);
    });

    it('cannot link an identity of the attacker to the account of the victim', async () => {
      const [attacker, victim] = [await proved(), await proved()];
      const returned = await authorizeLink(app, 'google', googleAccount(newEmail()), attacker.token);
      expectFailure(await redeem(app, returned, victim.token), 'INVALID_CODE');
      const signIn = await authorize(app, 'google', googleAccount(newEmail()));
      expect((await redeem(app, signIn, victim.token)).json.uid).not.toBe(victim.uid);
      expect(await identitiesOf(victim.uid)).toEqual([]);
    });

    it('cannot use a code to link as a code to sign in', async () => {
      const user = await proved();
      const returned = await authorizeLink(app, 'google', googleAccount(user.email), user.token);
      expectFailure(await redeem(app, returned), 'NOT_AUTHENTICATED');
      expect(await sessionsBy(user.uid)).toEqual([]);
    });
  });

  it('the state of one provider at the callback of another one is refused, and used up', async () => {
    const back = await walkToCallback((await start(app, 'google', pkce())).json.url, googleAccount(newEmail()));
    const mixed = { url: back.url.replace('/google/', '/second/') };
    expectFailure(await sendCallback(mixed), 'INVALID_STATE');
    expectFailure(await sendCallback(back), 'INVALID_STATE');
  });

  it('a one-time token of one kind is none of another kind', async () => {
    const email = newEmail();
    const state = new URL((await start(app, 'google', pkce())).json.url).searchParams.get('state') ?? '';
    const { pending_token } = (await signInWith(app, 'google', unproved(email))).json;
    const found = await mail.codeAfter(email, () => app.post('/api/auth/external/confirm', { pending_token }));
    for (const token of [state, pending_token, found.code_token]) {
      expectFailure(await redeem(app, { code: token, verifier: pkce().verifier }), 'INVALID_CODE');
      expectFailure(await app.post('/api/auth/mfa/verify', { mfa_token: token, code: '123456' }), 'INVALID_MFA_TOKEN');
    }
    for (const token of [state, found.code_token])
      expectFailure(await app.post('/api/auth/external/confirm', { pending_token: token }), 'INVALID_CODE');
    const mailed = await mail.codeAfter(email, () => app.post('/api/auth/email-code', { email, sign_up: true }));
    expectFailure(await app.post('/api/auth/external/confirm/verify', mailed), 'INVALID_CODE');
  });

  describe('an address that the provider cannot speak for signs in to no account that has it (nOAuth):', () => {
    const oidc = { fields: { email_domains: ['other.example'] } };
    it.each<[string, Kind, (email: string) => Account, Record<string, unknown>?]>([
      [
        'Google says that it is not verified',
        'google',
        (email) => ({ sub: 'a', hd: 'a.example', email, email_verified: false }),
      ],
      [
        'Google says that it is verified, without a domain of its own',
        'google',
        (email) => ({ sub: 'b', email, email_verified: true }),
      ],
      ['Microsoft says nothing about it', 'microsoft', (email) => ({ tid: TENANT, oid: 'a', sub: 'a', email })],
      [
        'Microsoft says that it is verified',
        'microsoft',
        (email) => ({ tid: TENANT, oid: 'b', sub: 'b', email, email_verified: true, preferred_username: email }),
      ],
      ['Apple says that it is not verified', 'apple', (email) => ({ sub: 'c', email, email_verified: 'false' })],
      [
        'GitHub says that it is not verified',
        'github',
        (email) => ({ id: 71, login: 'a', email, emails: [{ email, primary: true, verified: false }] }),
      ],
      [
        'GitHub says that it is not the primary one',
        'github',
        (email) => ({ id: 72, login: 'b', email, emails: [{ email, primary: false, verified: true }] }),
      ],
      [
        'GitHub has a list of other domains',
        'github',
        (email) => ({ id: 73, login: 'c', email, emails: [{ email, primary: true, verified: true }] }),
        oidc,
      ],
      ['Google has a list of other domains', 'google', googleAccount, oidc],
      ['a company speaks for no domain', 'oidc', (email) => ({ sub: 'd', email, email_verified: true })],
      ['a company speaks for another domain', 'oidc', (email) => ({ sub: 'e', email, email_verified: true }), oidc],
    ])('%s', async (_what, kind, accountOf, options = {}) => {
      const { id } = await addProvider(app, idp, kind, options);
      const victim = await proved();
      const account = accountOf(victim.email);
      const answer = await signInWith(app, id, account);
      // The service ignores further addresses at GitHub.
      const { code, email } = answer.json;
      expect([code, email ?? victim.email]).toEqual(['EMAIL_CONFIRMATION_REQUIRED', victim.email]);
      expect(await identitiesOf(victim.uid)).toEqual([]);
      expect(await sessionsBy(victim.uid)).toEqual([]);
      expect((await app.login(victim.email, PASSWORD)).status).toBe(200);
    });
  });

  describe('the answers to a person whose address is not proved', () => {
    const ask = async (email: string, more: Record<string, unknown> = {}) => {
      const refused = await signInWith(app, 'google', unproved(email), more);
      const { pending_token } = refused.json;
      return { refused, confirmed: await app.post('/api/auth/external/confirm', { pending_token }) };
    };

    it.each<Record<string, unknown>>([{}, { sign_up: false }])(
      'are alike for known, unknown and disabled accounts, with %j',
      async (more) => {
        const [known, disabled] = [await proved(), await proved()];
        await app.disable(disabled.uid);
        const emails = [known.email, newEmail(), disabled.email];
        const answers = [];
        for (const email of emails) answers.push(await ask(email, more));
        for (const { refused, confirmed } of answers) {
          expectFailure(refused, 'EMAIL_CONFIRMATION_REQUIRED');
          expect([confirmed.status, Object.keys(confirmed.json)]).toEqual([200, ['code_token', 'expiry']]);
          expect(confirmed.text).toHaveLength(answers[0]?.confirmed.text.length ?? 0);
          const body = { code_token: confirmed.json.code_token, code: '0000000' };
          expectFailure(await app.post('/api/auth/external/confirm/verify', body), 'INVALID_CODE');
        }
        const messages = await Promise.all(
          emails.map((email) => app.sql("SELECT id FROM messages WHERE recipient = ? AND status <> 'decoy'", [email])),
        );
        expect(messages.map((rows) => rows.length)).toEqual([1, 1, 0]);
      },
    );
  });

  it('no token, code or verifier of a sign-in is in the log or in clear in the database', async () => {
    const account = unproved(newEmail());
    const keys = pkce();
    const { url } = (await start(app, 'google', keys)).json;
    const sent = new URL(url).searchParams;
    const code = (await walk(url, account)).searchParams.get('code') ?? '';
    const { pending_token } = (await redeem(app, { code, verifier: keys.verifier })).json;
    const { code_token } = (await app.post('/api/auth/external/confirm', { pending_token })).json;
    const rows = JSON.stringify([
      ...(await app.sql('SELECT * FROM one_time_tokens')),
      ...(await app.sql('SELECT * FROM one_time_tokens')),
      ...(await app.sql('SELECT * FROM events')),
    ]);
    for (const secret of [sent.get('state'), sent.get('nonce'), code, keys.verifier, pending_token, code_token]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(app.service.log.includes(secret)).toBe(false);
      expect(rows.includes(secret)).toBe(false);
    }
  });
});
