import { addPasskey, codeOf, fencedUser, nowOf, ORIGIN, passkeyUser, RP_ID } from '../support/factors/factors.js';
import { administrator, grant, makerOfToken, makeToken, signedIn, signInAgain } from '../support/http/console.js';
import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { tokenIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ IMPERSONATION: 'on', PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });

const scopesIn = ({ json }: Answer): string[] => json.admin_scopes;

describe('an administrator', () => {
  const DAY = 86_400;
  const REASON = 'Ticket 4711: the order list is empty';

  const read = (token: string) => app.admin('GET', '/users?limit=1', undefined, token);
  const inDays = async (days: number) => (await nowOf(app)) + days * DAY;

  describe('an admin token that a user makes', () => {
    it('names the user, works within the scopes of the user, and an email informs the user', async () => {
      const { user, id, token } = await makerOfToken(app, ['read', 'write']);
      expect((await read(token)).status).toBe(200);
      const { tokens } = (await app.admin('GET', '/tokens')).json;
      expect(tokens[0]).toMatchObject({ id, created_by: `user:${user.uid}` });
      const { text } = await mail.emailAbout(user.email, /admin token/);
      expect(text).toContain('Script: read, write');
      expect(text).not.toContain(token);
    });

    it('needs an end at most 90 days ahead', async () => {
      const user = await administrator(app, ['read', 'write']);
      const browser = await signedIn(app, user.token);
      for (const expires_at of [undefined, (await inDays(90)) + 60]) {
        const answer = await makeToken(browser, ['read'], expires_at);
        expectFailure(answer, 'INVALID_REQUEST');
        expect(answer.json.message).toContain('90 days');
      }
      expect((await makeToken(browser, ['read'], await inDays(89))).status).toBe(200);
    });

    it('needs a recent second factor, which a new sign-in to the console shows', async () => {
      const user = await administrator(app, ['read', 'write']);
      const browser = await signedIn(app, user.token);
      await app.advance(700);
      const late = await makeToken(browser, ['read'], await inDays(1));
      expectFailure(late, 'REAUTHENTICATION_REQUIRED');
      expect(late.json).toMatchObject({ max_age: 600, acr: 'aal2', methods: expect.arrayContaining(['totp']) });
      await browser.signIn({ token: (await signInAgain(app, user)).token });
      expect((await makeToken(browser, ['read'], await inDays(1))).status).toBe(200);
    });

    it('needs it of the same session: a reauthentication renews it, too', async () => {
      const user = await administrator(app, ['read', 'write']);
      const browser = await signedIn(app, user.token);
      await app.advance(700);
      const code = await codeOf(app, user.secret);
      await app.post('/api/auth/user/reauthenticate', { code }, { token: user.token });
      expect((await makeToken(browser, ['read'], await inDays(1))).status).toBe(200);
    });

    type Maker = Awaited<ReturnType<typeof makerOfToken>>;
    const patch = ({ user }: Maker, body: object) => app.admin('PATCH', `/users/${user.uid}`, body);
    const ENDS: [what: string, end: (maker: Maker) => Promise<unknown>][] = [
      ['loses a scope', ({ user }) => grant(app, user, ['read', 'write'])],
      ['loses all scopes', ({ user }) => grant(app, user, [])],
      ['is disabled', (maker) => patch(maker, { active: false })],
      ['is deleted', ({ user }) => app.admin('DELETE', `/users/${user.uid}`)],
      [
        'sets a password by a reset token',
        async ({ user: { email } }) => {
          await app.post('/api/auth/reset-password', { email });
          const old_password = tokenIn(await mail.emailAbout(email, /^Choose a new password/));
          const body = { old_password, new_password: `${PASSWORD} 2` };
          expectNothing(await app.patch('/api/auth/user/change-password', body));
        },
      ],
      [
        'has the factors reset',
        ({ user }) => app.admin('POST', `/users/${user.uid}/factors/reset`, { reason: REASON }),
      ],
    ];

    it.each(ENDS)('is refused for good when the user %s, with what it made and began', async (_what, end) => {
      const maker = await makerOfToken(app);
      const child = { name: 'Child', scopes: ['read', 'impersonate'], expires_at: await inDays(1) };
      const made = (await app.admin('POST', '/tokens', child, maker.token)).json;
      const { uid } = await app.signUp();
      const begun = [];
      for (const token of [maker.token, made.token]) {
        begun.push((await app.admin('POST', `/users/${uid}/impersonate`, { reason: REASON }, token)).json.token);
      }
      await end(maker);
      for (const token of [maker.token, made.token]) expectFailure(await read(token), 'NOT_AUTHENTICATED');
      for (const token of begun) expectFailure(await app.get('/api/auth/user', { token }), 'NOT_AUTHENTICATED');
      await patch(maker, { active: true, email_verified: true });
      await app.sql("UPDATE users SET admin_scopes = 'read,write,impersonate', mfa_enabled = 1 WHERE uid = ?", [
        maker.user.uid,
      ]);
      for (const token of [maker.token, made.token]) expectFailure(await read(token), 'NOT_AUTHENTICATED');
      const revoked = await app.sql("SELECT data FROM events WHERE type = 'admin.token_revoked'");
      expect(JSON.stringify(revoked)).toContain(maker.id);
      expect(JSON.stringify(revoked)).toContain(made.id);
    });

    it('is refused at each use while its maker has no factor', async () => {
      const { user, token } = await makerOfToken(app, ['read', 'write']);
      await app.sql('UPDATE users SET mfa_enabled = 0 WHERE uid = ?', [user.uid]);
      await app.sql('DELETE FROM totp_factors WHERE uid = ?', [user.uid]);
      expectFailure(await read(token), 'NOT_AUTHENTICATED');
    });

    it.each(["admin_scopes = 'read'", "admin_scopes = ''", 'email_proved = 0', 'active = 0'])(
      'is refused at each use while its maker has %s',
      async (state) => {
        const { user, token } = await makerOfToken(app, ['read', 'write']);
        await app.sql(`UPDATE users SET ${state} WHERE uid = ?`, [user.uid]);
        expectFailure(await read(token), 'NOT_AUTHENTICATED');
      },
    );

    it('outlives a new password and a logout of the user', async () => {
      const { user, token } = await makerOfToken(app, ['read', 'write']);
      await app.post('/api/auth/user/logout', {}, { token: user.token });
      await app.admin('PATCH', `/users/${user.uid}`, { password: `${PASSWORD} new` });
      expect((await read(token)).status).toBe(200);
    });
  });

  describe('an admin token that a token makes', () => {
    const child = (token: string, scopes: string[], expires_at?: number) =>
      app.admin('POST', '/tokens', { name: 'Child', scopes, expires_at }, token);

    it('names its maker, and is revoked with it', async () => {
      const maker = await app.adminToken(['write']);
      const made = (await child(maker.token, ['read'])).json;
      const grandchild = (await child((await child(maker.token, ['write'])).json.token, ['read'])).json;
      expect((await app.admin('GET', '/tokens?limit=200')).json.tokens).toContainEqual(
        expect.objectContaining({ id: made.id, created_by: `admin:${maker.id}` }),
      );
      for (const { token } of [made, grandchild]) expect((await read(token)).status).toBe(200);
      expectNothing(await app.admin('DELETE', `/tokens/${maker.id}`));
      for (const { token } of [made, grandchild]) expectFailure(await read(token), 'NOT_AUTHENTICATED');
    });

    it.each(['revoked_at = 1', 'expires_at = 1', "scopes = 'export'"])(
      'is refused at each use while its maker has %s',
      async (state) => {
        const maker = await app.adminToken(['write']);
        const made = (await child(maker.token, ['read'])).json;
        await app.sql(`UPDATE admin_tokens SET ${state} WHERE id = ?`, [maker.id]);
        expectFailure(await read(made.token), 'NOT_AUTHENTICATED');
      },
    );

    it('can make another one, up to a chain of five', async () => {
      let { token } = await app.adminToken(['write']);
      for (let makers = 1; makers <= 4; makers++) token = (await child(token, ['write'])).json.token;
      expect((await read(token)).status).toBe(400);
      expectFailure(await child(token, ['write']), 'NOT_AUTHORIZED');
    });
  });

  describe('the uid of a deleted user', () => {
    const NO_EXPORT = ['read', 'write'];
    const deleted = async () => {
      const { uid } = await app.signUp();
      await app.admin('DELETE', `/users/${uid}`);
      return uid;
    };

    it('is given again only with the scope export', async () => {
      const uid = await deleted();
      const { token } = await app.adminToken(NO_EXPORT);
      const body = { email: newEmail(), uid: uid.toUpperCase() };
      expectFailure(await app.admin('POST', '/users', body, token), 'NOT_AUTHORIZED');
      expect((await app.admin('POST', '/users', { ...body, uid: crypto.randomUUID() }, token)).status).toBe(200);
      expect((await app.admin('POST', '/users', { email: newEmail(), uid }, ADMIN_TOKEN)).json).toEqual({ uid });
    });

    it('fails its line of an import, also of a dry run, without the scope export', async () => {
      const uid = await deleted();
      const { token } = await app.adminToken(NO_EXPORT);
      const lines = () => [{ email: newEmail(), uid }, { email: newEmail() }];
      for (const query of ['?dry_run=true', '']) {
        const { json } = await importLines(app, lines(), query, token);
        expect(json).toMatchObject({ created: 1, failed: 1, results: [{ line: 1, code: 'NOT_AUTHORIZED' }] });
      }
      expect((await importLines(app, [{ email: newEmail(), uid }])).json).toMatchObject({ created: 1, failed: 0 });
    });

    it('fails its record of a file, also of a dry run, without the scope export', async () => {
      const uid = await deleted();
      const { token } = await app.adminToken(NO_EXPORT);
      const importFile = async (query: string, by: string) => {
        const raw = Buffer.from(`email,id\n${newEmail()},${uid}\n${newEmail()},\n`);
        const headers = { 'content-type': 'application/octet-stream' };
        const path = `/api/admin/import/file?from=csv${query}`;
        return (await app.post(path, undefined, { token: by, raw, headers })).json;
      };
      for (const query of ['&dry_run=true', '']) {
        const failures = [expect.objectContaining({ at: 'record 1', code: 'NOT_AUTHORIZED' })];
        expect(await importFile(query, token)).toMatchObject({ created: 1, failed: 1, failures });
      }
      expect(await importFile('', ADMIN_TOKEN)).toMatchObject({ created: 2, failed: 0 });
    });
  });

  describe('a reset token of an administrator', () => {
    type Taken = { uid: string; passkeyId: string };
    it.each<[what: string, take: (user: Taken) => Promise<Answer>]>([
      [
        'the last passkey is removed',
        ({ uid, passkeyId }) => app.admin('DELETE', `/users/${uid}/passkeys/${passkeyId}`),
      ],
      ['the factors are reset', ({ uid }) => app.admin('POST', `/users/${uid}/factors/reset`, { reason: REASON })],
      ['all scopes are taken', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { admin_scopes: [] })],
      ['one scope is taken', ({ uid }) => app.admin('PATCH', `/users/${uid}`, { admin_scopes: ['read'] })],
    ])('ends when %s', async (_what, take) => {
      const user = await passkeyUser(app);
      await grant(app, user, ['read', 'write']);
      const { token } = (await app.admin('POST', '/links', { type: 'reset_password', email: user.email })).json;
      (await take(user)).ok();
      expect(scopesIn(await app.admin('GET', `/users/${user.uid}`))).not.toContain('write');
      const change = { old_password: token, new_password: `${PASSWORD} new` };
      expectFailure(await app.patch('/api/auth/user/change-password', change), 'INVALID_PASSWORD');
    });

    it('stays when a passkey is removed that is not the last one, and when a user without scopes loses the last one', async () => {
      const [two, plain] = [await passkeyUser(app), await passkeyUser(app)];
      await addPasskey(app, two.token);
      await grant(app, two, ['read']);
      for (const { uid, email, passkeyId } of [two, plain]) {
        const { token } = (await app.admin('POST', '/links', { type: 'reset_password', email })).json;
        (await app.admin('DELETE', `/users/${uid}/passkeys/${passkeyId}`)).ok();
        const change = { old_password: token, new_password: `${PASSWORD} new` };
        expectNothing(await app.patch('/api/auth/user/change-password', change));
      }
    });
  });

  it('scopes that are given or widened mail the user, and those that are taken do not', async () => {
    const user = await fencedUser(app);
    await grant(app, user, ['read']);
    expect((await mail.emailAbout(user.email, /administer/)).text).toMatch(/^read$/m);
    await grant(app, user, ['read', 'write']);
    expect((await mail.emailAbout(user.email, /administer/, 2)).text).toMatch(/^read, write$/m);
    await grant(app, user, ['read']);
    const kinds = await app.sql('SELECT COUNT(*) AS n FROM messages WHERE recipient = ? AND kind = ?', [
      user.email,
      'admin-scopes-given',
    ]);
    expect(Number(kinds[0]?.n)).toBe(2);
  });
});
