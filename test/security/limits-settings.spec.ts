import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { expectWait, fromAddress, login, newUser } from '../support/http/clients.js';
import { type Answer, expectFailure, expectNothing } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider } from '../support/idp/providers.js';
import { ADMIN_TOKEN, newEmail, PASSWORD } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

const { app } = useMail({
  RATE_LIMIT: 'on',
  TRUST_PROXY: '1',
  RATE_LIMIT_REQUESTS: '6',
  RATE_LIMIT_LOGINS: '2',
  RATE_LIMIT_ACCOUNT_LOGINS: '4',
  RATE_LIMIT_OLD_PASSWORDS: '2',
  RATE_LIMIT_EMAIL_CHANGES: '3',
  RATE_LIMIT_PASSWORD_NOTICES: '1',
  RATE_LIMIT_EMAILS: '2',
  RATE_LIMIT_MAILBOX_EMAILS: '4',
  RATE_LIMIT_EMAIL_CODES: '2',
  RATE_LIMIT_ADMIN_TOKENS: '3',
  RATE_LIMIT_LOGOUT_TOKENS: '3',
});
const idp = useIdp();

type Try = (index: number) => Promise<Answer>;

const withToken = (token: string) => ({ token, ...fromAddress() });
const askForReset = (email: string, client = fromAddress()) => app.post('/api/auth/reset-password', { email }, client);

/** Each limit: its setting, its count, its window in seconds, and the try that it limits. */
const LIMITS: [setting: string, most: number, seconds: number, begin: () => Promise<Try>][] = [
  // Before the clock of the service leaves that of the provider.
  [
    'RATE_LIMIT_LOGOUT_TOKENS',
    3,
    60,
    async () => {
      const { id, idp: liar } = await addProvider(app, idp, 'liar');
      return async () => {
        const raw = `logout_token=${await liar.logoutToken({ claims: { sub: 'ann' } })}`;
        const headers = { 'content-type': 'application/x-www-form-urlencoded', ...fromAddress().headers };
        return app.post(`/api/auth/external/${id}/backchannel-logout`, undefined, { raw, headers });
      };
    },
  ],
  [
    'RATE_LIMIT_REQUESTS',
    6,
    60,
    async () => {
      const client = fromAddress();
      return () => login(app, newEmail(), 'wrong', client);
    },
  ],
  [
    'RATE_LIMIT_LOGINS',
    2,
    900,
    async () => {
      const [email, client] = [newEmail(), fromAddress()];
      return () => login(app, email, 'wrong', client);
    },
  ],
  [
    'RATE_LIMIT_ACCOUNT_LOGINS',
    4,
    3_600,
    async () => {
      const email = newEmail();
      return () => login(app, email, 'wrong', fromAddress());
    },
  ],
  [
    'RATE_LIMIT_OLD_PASSWORDS',
    2,
    900,
    async () => {
      const { token } = await newUser(app);
      const body = { old_password: 'wrong', new_password: `${PASSWORD} 2` };
      return () => app.patch('/api/auth/user/change-password', body, withToken(token));
    },
  ],
  [
    'RATE_LIMIT_EMAIL_CHANGES',
    3,
    3_600,
    async () => {
      const { token } = await newUser(app);
      return () => app.put('/api/auth/user', { email: newEmail() }, withToken(token));
    },
  ],
  [
    'RATE_LIMIT_EMAILS',
    2,
    600,
    async () => {
      const [{ email }, client] = [await newUser(app), fromAddress()];
      return () => askForReset(email, client);
    },
  ],
  [
    'RATE_LIMIT_MAILBOX_EMAILS',
    4,
    3_600,
    async () => {
      const { email } = await newUser(app);
      return () => askForReset(email);
    },
  ],
  [
    'RATE_LIMIT_EMAIL_CODES',
    2,
    3_600,
    async () => {
      const email = newEmail();
      return async () => {
        const { code_token } = (await app.post('/api/auth/email-code', { email }, fromAddress())).json;
        return app.post('/api/auth/email-code/verify', { code_token, code: '0000000' }, fromAddress());
      };
    },
  ],
  [
    'RATE_LIMIT_ADMIN_TOKENS',
    3,
    60,
    async () => {
      const token = `${ADMIN_TOKEN.slice(0, -1)}x`;
      const { headers } = fromAddress();
      return () => app.get('/api/admin/stats', { token, headers });
    },
  ],
];

it.each(LIMITS)(
  'the setting %s allows %d tries within its window, and the log names it',
  async (setting, most, seconds, begin) => {
    const attempt = await begin();
    for (let index = 0; index < most; index++) expect((await attempt(index)).status).not.toBe(429);
    const refused = await attempt(most);
    expectWait(refused, seconds);
    const id = refused.headers.get('x-request-id');
    const line = () => app.service.requests.find(({ request_id }) => request_id === id);
    await app.service.until(() => line() !== undefined);
    expect(line()).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: setting });
    await app.advance(seconds + 1);
    expect((await attempt(most + 1)).status).not.toBe(429);
  },
);

it('the setting RATE_LIMIT_PASSWORD_NOTICES limits the notices, and not the changes of the password', async () => {
  const { token, email } = await newUser(app);
  for (const [old_password, new_password] of [
    [PASSWORD, `${PASSWORD} 2`],
    [`${PASSWORD} 2`, `${PASSWORD} 3`],
  ]) {
    const body = { old_password, new_password };
    expect((await app.patch('/api/auth/user/change-password', body, withToken(token))).status).toBe(200);
  }
  const sent = await app.sql("SELECT id FROM messages WHERE recipient = ? AND kind = 'password-changed'", [email]);
  expect(sent).toHaveLength(1);
});

it('the same setting limits the emails about sign-ins to one mailbox, whatever the tag, until its email is proved', async () => {
  const [box, host] = newEmail().split('@');
  const emails = ['one', 'two', 'proved'].map((tag) => `${box}+${tag}@${host}`);
  for (const email of emails) {
    const body = { email, password: PASSWORD, login: true };
    const { uid } = (await app.post('/api/auth/user/create', body, fromAddress())).json;
    if (email === emails[2]) await app.prove(uid);
    expect((await login(app, email, PASSWORD, fromAddress())).status).toBe(200);
  }
  const query = "SELECT recipient FROM messages WHERE kind = 'new-sign-in' AND recipient IN (?, ?, ?)";
  const sent = (await app.sql(query, emails)).map(({ recipient }) => recipient);
  expect(sent.sort()).toEqual([emails[0], emails[2]]);
});

it('a change of the password that is refused for lack of a recent factor uses up no notice', async () => {
  const user = await fencedUser(app);
  await app.advance(601);
  const { access_token: token } = (await app.refresh(user.refresh_token)).json;
  const change = (by: string, new_password: string) =>
    app.patch('/api/auth/user/change-password', { old_password: PASSWORD, new_password }, withToken(by));
  expectFailure(await change(token, `${PASSWORD} 2`), 'REAUTHENTICATION_REQUIRED');
  const code = await codeOf(app, user.secret);
  const { access_token } = (await app.post('/api/auth/user/reauthenticate', { code }, withToken(token))).json;
  expectNothing(await change(access_token, `${PASSWORD} 2`));
  const sent = await app.sql("SELECT id FROM messages WHERE recipient = ? AND kind = 'password-changed'", [user.email]);
  expect(sent).toHaveLength(1);
});

it('the recipe lists each setting with its default', () => {
  const defaults = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>;
  const settings = Object.entries(defaults).filter(([name]) => name.startsWith('RATE_LIMIT_'));
  const rows = readFileSync('docs/recipes/limits.md', 'utf8').matchAll(/^\| `(RATE_LIMIT_\w+)` +\| +(\d+) \|/gm);
  expect(Object.fromEntries([...rows].map(([, name, count]) => [name, count]))).toEqual(Object.fromEntries(settings));
});
