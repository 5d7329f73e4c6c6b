import { createHash } from 'node:crypto';
import bcryptjs from 'bcryptjs';
import { argon2id } from 'hash-wasm';
import { expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorize, googleAccount, redeem, signInWith } from '../support/idp/providers.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, useApp } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ BCRYPT_COST: '4' });
const modern = useApp({ PASSWORD_HASH: 'argon2id', ARGON2_MEMORY: '7168', ARGON2_PASSES: '5' });
const idp = useIdp();
let cli: Cli;
beforeAll(() => {
  cli = new Cli({ DATABASE_URL: app.database.url });
});
afterAll(() => cli.remove());

/** The same password as two systems write it. */
const NFC = 'Fr\u00fchst\u00fcck-K\u00e4se-Br\u00f6tchen';
const NFD = NFC.normalize('NFD');
const NEW_NFC = '\ud55c\uae00 \u00e9\u0142an vital';
const NEW_NFD = NEW_NFC.normalize('NFD');
const WRONG = 'Fr\u00fchst\u00fcck-Kase-Br\u00f6tchen';

describe('a password in letters with marks', () => {
  const signedUp = (password: string) => app.signUp({ password });

  it.each([
    ['NFC', NFC, NFD],
    ['NFD', NFD, NFC],
  ])('that was set in %s is right in the other form', async (_form, set, sent) => {
    const user = await signedUp(set);
    expect((await app.login(user.email, sent)).status).toBe(200);
    expect((await app.login(user.email, set)).status).toBe(200);
    expectFailure(await app.login(user.email, WRONG), 'INVALID_CREDENTIALS');
    expectFailure(await app.login(user.email, NFC.normalize('NFKD').replaceAll('\u0308', '')), 'INVALID_CREDENTIALS');
  });

  it('is compared so at a change of itself and of the email, and before a deletion', async () => {
    const user = await signedUp(NFC);
    const { token } = user;
    const change = { old_password: NFD, new_password: NEW_NFD };
    expect((await app.patch('/api/auth/user/change-password', change, { token })).status).toBe(200);
    expect((await app.login(user.email, NEW_NFC)).status).toBe(200);
    const prove = { method: 'password', password: NEW_NFD };
    expect((await app.post('/api/auth/user/reauthenticate', prove, { token })).status).toBe(200);
    const email = { email: newEmail(), password: NEW_NFD };
    expect((await app.put('/api/auth/user', email, { token })).status).toBe(200);
    expect((await app.delete('/api/auth/user', { token, body: { password: NEW_NFD } })).status).toBe(200);
  });

  it('is set so by a reset link and by an administrator', async () => {
    const user = await signedUp(NFC);
    const link = await mail.linkAfter(user.email, () => app.post('/api/auth/reset-password', { email: user.email }));
    const reset = new URL(link).searchParams.get('token');
    const body = { old_password: reset, new_password: NEW_NFD };
    expect((await app.patch('/api/auth/user/change-password', body)).status).toBe(200);
    expect((await app.login(user.email, NEW_NFC)).status).toBe(200);
    expect((await app.admin('PATCH', `/users/${user.uid}`, { password: NFD })).status).toBe(200);
    expect((await app.login(user.email, NFC)).status).toBe(200);
  });

  it('is hashed once, also where one form is longer than bcrypt reads', async () => {
    const long = `${'\u00fc'.repeat(30)} plover`;
    expect(Buffer.byteLength(long) <= 72 && Buffer.byteLength(long.normalize('NFD')) > 72).toBe(true);
    const user = await signedUp(long.normalize('NFD'));
    const hash = async () => (await app.sql('SELECT password_hash FROM users WHERE uid = ?', [user.uid]))[0];
    const before = await hash();
    for (const sent of [long, long.normalize('NFD')]) expect((await app.login(user.email, sent)).status).toBe(200);
    expect(await hash()).toEqual(before);
  });

  it.each([
    ['bcrypt of NFD', bcryptjs.hashSync(NFD, 4)],
    ['bcrypt of NFC', bcryptjs.hashSync(NFC, 4)],
    [
      'argon2id of NFD',
      () =>
        argon2id({
          password: NFD,
          salt: 'salt of 16 bytes',
          memorySize: 64,
          iterations: 1,
          parallelism: 1,
          hashLength: 32,
          outputType: 'encoded',
        }),
    ],
    ['the MD5 of NFD', `{MD5}${createHash('md5').update(NFD).digest('base64')}`],
  ])('signs in with an imported hash: %s', async (_title, given) => {
    const password_hash = typeof given === 'string' ? given : await given();
    for (const [at, sent] of [
      [app, NFC],
      [app, NFD],
      [modern, NFC],
    ] as const) {
      const email = newEmail();
      expect((await importLines(at, [{ email, password_hash }])).json).toMatchObject({ created: 1 });
      expectFailure(await at.login(email, WRONG), 'INVALID_CREDENTIALS');
      expect((await at.login(email, sent)).status).toBe(200);
      expect((await at.login(email, NFC)).status).toBe(200);
      expect((await at.login(email, NFD)).status).toBe(200);
    }
  });
});

describe('an email at an international domain', () => {
  let counter = 0;
  /** An address that no other test uses: as a person writes it, and as it is stored. */
  const address = () => {
    counter += 1;
    const local = `lena${counter}.${process.pid}`;
    return { written: `Lena${counter}.${process.pid}@B\u00dccher.example`, stored: `${local}@xn--bcher-kva.example` };
  };
  const password = 'plover quince gusty';
  const shown = async (uid: string) => (await app.admin('GET', `/users/${uid}`)).json.email;

  it('is one account in each notation, at sign-up, sign-in and a change', async () => {
    const { written, stored } = address();
    const created = await app.post('/api/auth/user/create', { email: written, password, login: true });
    expect(created.status).toBe(200);
    expect(await shown(created.json.uid)).toBe(stored);
    for (const email of [stored, stored.toUpperCase(), written.normalize('NFD')]) {
      expect((await app.login(email, password)).json.uid).toBe(created.json.uid);
      expectFailure(await app.post('/api/auth/user/create', { email, password }), 'EMAIL_ALREADY_IN_USE');
    }
    const { token } = await app.signUp();
    expectFailure(await app.put('/api/auth/user', { email: written }, { token }), 'EMAIL_ALREADY_IN_USE');
    const next = address();
    expect((await app.put('/api/auth/user', { email: next.written }, { token })).status).toBe(200);
    expect((await app.get('/api/auth/user', { token })).json.email).toBe(next.stored);
  });

  it('gets its emails at the A-label: link, code, reset and sign-up', async () => {
    const { written, stored } = address();
    // The mail server of the tests shows A-labels in Unicode.
    const shownTo = written.toLowerCase();
    const code = await mail.codeAfter(shownTo, () =>
      app.post('/api/auth/email-code', { email: written, sign_up: true }),
    );
    const { uid } = (await app.post('/api/auth/email-code/verify', code)).json;
    expect(await shown(uid)).toBe(stored);
    await mail.linkAfter(shownTo, () => app.post('/api/auth/magic-link', { email: written }));
    await mail.linkAfter(shownTo, () => app.post('/api/auth/reset-password', { email: written }));
    const sent = (await app.admin('GET', `/messages?recipient=${encodeURIComponent(written)}`)).json.messages;
    expect(sent.map(({ recipient }: { recipient: string }) => recipient)).toEqual([stored, stored, stored]);
    const made = await app.admin('POST', '/links', { type: 'magic_link', email: written });
    expect(made.status).toBe(200);
  });

  it('is found and changed by administrators, and in the command line', async () => {
    const { written, stored } = address();
    const { uid } = (await app.admin('POST', '/users', { email: written, password })).json;
    const uidsBy = async (query: string) =>
      (await app.admin('GET', `/users?${query}`)).json.users.map((user: { uid: string }) => user.uid);
    expect(await uidsBy(`email=${encodeURIComponent(written)}`)).toEqual([uid]);
    expect(await uidsBy(`search=${encodeURIComponent(written)}`)).toEqual([uid]);
    expect(await uidsBy(`search=${encodeURIComponent(written.replace('.example', ''))}`)).toEqual([uid]);
    expectFailure(await app.admin('POST', '/users', { email: stored }), 'EMAIL_ALREADY_IN_USE');
    const next = address();
    expect((await app.admin('PATCH', `/users/${uid}`, { email: next.written, email_verified: true })).status).toBe(200);
    expect(await shown(uid)).toBe(next.stored);
    const found = await cli.run(['user', 'show', next.written, '--json']);
    expect(found.json).toMatchObject({ uid, email: next.stored });
  });

  it('is imported as one account', async () => {
    const { written, stored } = address();
    const lines = [{ email: written }, { email: stored }];
    expect((await importLines(app, lines)).json).toMatchObject({ created: 1, failed: 1 });
  });

  it('shares the limit of its account in each notation', async () => {
    const limited = await app.replica({ RATE_LIMIT: 'on' });
    const { written, stored } = address();
    await app.post('/api/auth/user/create', { email: written, password });
    const login = async (email: string) =>
      (await limited.call('POST', '/api/auth/user/login', { body: { email, password: 'wrong' } })).status;
    let tries = 0;
    while ((await login(stored)) === 400 && tries < 50) tries += 1;
    expect(await login(written)).toBe(429);
    expect(await login(address().written)).toBe(400);
  });

  it('comes from a provider, which may speak for the domain in each notation', async () => {
    const { id } = await addProvider(app, idp, 'oidc', { fields: { email_domains: ['B\u00fccher.example'] } });
    const { email_domains } = (await app.admin('GET', `/providers/${id}`)).json;
    expect(email_domains).toEqual(['xn--bcher-kva.example']);
    const { written, stored } = address();
    const answer = await signInWith(app, id, { sub: stored, email: written, email_verified: 'true' });
    expect(answer.status).toBe(200);
    expect(await shown(answer.json.uid)).toBe(stored);
    const similar = await signInWith(app, id, { sub: 'x', email: 'a@b\u0171cher.example', email_verified: true });
    expectFailure(similar, 'EMAIL_CONFIRMATION_REQUIRED');
  });

  it('is asked for by the person whom a provider names without one', async () => {
    const { id } = await addProvider(app, idp, 'google');
    const { written, stored } = address();
    const returned = await authorize(app, id, googleAccount('', { email: undefined }));
    const { pending_token } = (await redeem(app, returned)).json;
    const confirm = (email: string) => app.post('/api/auth/external/confirm', { pending_token, email });
    const refused = await confirm('l\u00e9na@example.com');
    expectFailure(refused, 'INVALID_EMAIL');
    expect(refused.json.message).toMatch(/before the @/);
    const code = await mail.codeAfter(written.toLowerCase(), () => confirm(written));
    const { uid } = (await app.post('/api/auth/external/confirm/verify', code)).json;
    expect(await shown(uid)).toBe(stored);
  });

  it('is refused with a local part outside ASCII, or a domain that is no host name; the message says which', async () => {
    const messageOf = async (email: string) => {
      const answer = await app.post('/api/auth/user/create', { email, password });
      expectFailure(answer, 'INVALID_EMAIL');
      return answer.json.message;
    };
    const { token } = await app.signUp();
    for (const email of ['\u0142ukasz@example.com', '\u212aelvin@b\u00fccher.example']) {
      expect(await messageOf(email)).toMatch(/before the @ must consist of printable ASCII/);
      expect((await app.put('/api/auth/user', { email }, { token })).json.message).toMatch(/before the @/);
      expect((await app.admin('POST', '/users', { email })).json.message).toMatch(/before the @/);
      expect((await app.post('/api/auth/magic-link', { email })).json.message).toMatch(/before the @/);
    }
    expect(await messageOf('lena@b\u00fccher.example/x')).toMatch(/domain .* host name/);
    expect(await messageOf('lena@')).toBe('The email is not a valid address.');
  });
});
