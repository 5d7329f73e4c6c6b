import { fencedUser, importedPasskey, insertRow, STORED_PASSKEY, WAITING_RESET } from '../support/factors/factors.js';
import { administrator, ConsoleBrowser, lateConsole, signedIn } from '../support/http/console.js';
import type { Answer } from '../support/http/http.js';
import {
  badBodies,
  type Failures,
  impersonationOf,
  MACHINE_PATHS,
  PROVIDER_PATHS,
  type Scenario,
  testDocument,
} from '../support/http/openapi.js';
import { HASH } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, App, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';

const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';

let mail: MailServer;
let app: App;
let mute: App;
let reader: string;
let writer: string;
let user: SignedUp;
let other: SignedUp;
beforeAll(async () => {
  mail = await MailServer.start();
  mail.refuse = (recipient) => (recipient.startsWith('refused') ? 550 : undefined);
  app = await App.start({ SMTP_URL: mail.url, IMPERSONATION: 'on' });
  mute = await App.start();
  reader = (await app.adminToken(['read'])).token;
  writer = (await app.adminToken(['write', 'impersonate'])).token;
});
afterAll(async () => {
  await app.stop();
  await mute.stop();
  await mail.stop();
});
async function makeUsers() {
  user = await app.signUp();
  other = await app.signUp();
}

/** The failures of a route that requires a scope, for tokens without it. */
function closed(method: string, path: () => string, scope: 'read' | 'write' | 'export'): Record<string, Scenario> {
  const address = () => `/api/admin${path()}`;
  return {
    NOT_AUTHENTICATED: () => app.service.call(method, address()),
    NOT_AUTHORIZED: () => app.service.call(method, address(), { token: scope === 'read' ? writer : reader }),
  };
}

/** The failures of a route that writes and reads a body. */
function writes(method: string, path: () => string): Record<string, Scenario> {
  return {
    ...closed(method, path, 'write'),
    ...badBodies((body) => app.service.call(method, `/api/admin${path()}`, { token: writer, ...body })),
  };
}

/** The failures of the body of a request by the console. */
function atConsole(method: string): Record<string, Scenario> {
  return badBodies(async ({ headers, raw }) => {
    const browser = await signedIn(app);
    const own = { cookie: String(browser.cookie), origin: browser.origin, 'x-latchkey-console': '1' };
    return app.service.call(method, '/api/admin/session', { headers: { ...own, ...headers }, raw });
  });
}

/** The failures of a route that lists. */
function lists(path: () => string): Record<string, Scenario> {
  return {
    ...closed('GET', path, 'read'),
    INVALID_REQUEST: () => app.admin('GET', `${path()}?limit=0`),
  };
}

const BECAUSE = { reason: 'Looking into ticket 4711' };
const create = (body: object) => app.admin('POST', '/users', { email: newEmail(), ...body });
const patch = (body: object, uid = user.uid) => app.admin('PATCH', `/users/${uid}`, body);
const link = (body: object) => app.admin('POST', '/links', { type: 'magic_link', email: user.email, ...body });

const importing = (lines: object[], query = ''): Promise<Answer> =>
  app.service.call('POST', `/api/admin/import${query}`, {
    token: writer,
    headers: { 'content-type': 'application/x-ndjson' },
    raw: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });

const uploading = (path: string, text: string | Buffer, type = 'application/octet-stream', token = writer) =>
  app.service.call('POST', `/api/admin/import/${path}`, { token, headers: { 'content-type': type }, raw: text });

/** The id of an email that was given up. */
async function failedEmail(): Promise<string> {
  const email = `refused${newEmail()}`;
  await app.post('/api/auth/magic-link', { email, sign_up: true });
  for (;;) {
    const { messages } = (await app.admin('GET', '/messages?status=failed')).json;
    const found = messages.find(({ recipient }: { recipient: string }) => recipient === email);
    if (found) return found.id;
    await new Promise((next) => setTimeout(next, 50));
  }
}

const FAILURES: Failures = {
  'get /api/admin/users': lists(() => '/users'),
  'get /api/admin/users.csv': {
    ...closed('GET', () => '/users.csv', 'export'),
    INVALID_REQUEST: () => app.admin('GET', '/users.csv?role='),
  },
  'post /api/admin/users/bulk': writes('POST', () => '/users/bulk'),
  'post /api/admin/users': {
    ...writes('POST', () => '/users'),
    INVALID_EMAIL: () => create({ email: 'x' }),
    EMAIL_ALREADY_IN_USE: () => create({ email: user.email }),
    WEAK_PASSWORD: () => create({ password: 'x' }),
    INVALID_HASH: () => create({ password_hash: 'x' }),
    REAUTHENTICATION_REQUIRED: async () =>
      (await lateConsole(app, ['write'])).call('POST', '/users', { email: newEmail(), password_hash: HASH }),
    INVALID_METADATA: () => create({ metadata: '{' }),
    INVALID_CLAIMS: () => create({ claims: '[]' }),
    UID_ALREADY_IN_USE: () => create({ uid: user.uid }),
    INVALID_FACTOR: () => create({ totp: [{ secret: 'x' }] }),
    PASSKEY_EXISTS: async () => {
      const passkeys = [importedPasskey()];
      await create({ passkeys });
      return create({ passkeys });
    },
    IDENTITY_ALREADY_LINKED: async () => {
      await app.admin('POST', '/providers', { id: 'g', kind: 'google', name: 'G', client_id: 'x', client_secret: 'x' });
      const identities = [{ provider: 'g', subject: '1' }];
      await create({ identities });
      return create({ identities });
    },
  },
  'get /api/admin/users/{uid}': {
    ...closed('GET', () => `/users/${user.uid}`, 'read'),
    USER_NOT_FOUND: () => app.admin('GET', `/users/${UNKNOWN_ID}`),
  },
  'patch /api/admin/users/{uid}': {
    ...writes('PATCH', () => `/users/${user.uid}`),
    USER_NOT_FOUND: () => patch({}, UNKNOWN_ID),
    INVALID_EMAIL: () => patch({ email: 'x' }),
    EMAIL_ALREADY_IN_USE: () => patch({ email: other.email }),
    WEAK_PASSWORD: () => patch({ password: 'x' }),
    INVALID_METADATA: () => patch({ metadata: '{' }),
    INVALID_CLAIMS: () => patch({ claims: '[]' }),
    MFA_NOT_ENABLED: () => patch({ admin_scopes: ['read'] }),
    EMAIL_NOT_VERIFIED: async () => {
      const { uid } = await fencedUser(app);
      return patch({ admin_scopes: ['read'], email_verified: false }, uid);
    },
    REAUTHENTICATION_REQUIRED: async () => {
      const { uid } = await fencedUser(app);
      const browser = await lateConsole(app, ['read', 'write', 'admins']);
      return browser.call('PATCH', `/users/${uid}`, { admin_scopes: ['read'] });
    },
  },
  'delete /api/admin/users/{uid}': {
    ...writes('DELETE', () => `/users/${user.uid}`),
    USER_NOT_FOUND: () => app.admin('DELETE', `/users/${UNKNOWN_ID}`),
  },
  'get /api/admin/users/{uid}/export': {
    ...closed('GET', () => `/users/${user.uid}/export`, 'export'),
    USER_NOT_FOUND: () => app.admin('GET', `/users/${UNKNOWN_ID}/export`),
  },
  'post /api/admin/users/{uid}/impersonate': {
    ...writes('POST', () => `/users/${user.uid}/impersonate`),
    USER_NOT_FOUND: () => app.admin('POST', `/users/${UNKNOWN_ID}/impersonate`, BECAUSE),
    USER_DISABLED: async () => {
      await app.disable(user.uid);
      return app.admin('POST', `/users/${user.uid}/impersonate`, BECAUSE);
    },
    IMPERSONATION_FORBIDDEN: () => mute.admin('POST', `/users/${UNKNOWN_ID}/impersonate`, BECAUSE),
  },
  'get /api/admin/users/{uid}/factors': {
    ...closed('GET', () => `/users/${user.uid}/factors`, 'read'),
    USER_NOT_FOUND: () => app.admin('GET', `/users/${UNKNOWN_ID}/factors`),
  },
  'post /api/admin/users/{uid}/factors/reset': {
    ...writes('POST', () => `/users/${user.uid}/factors/reset`),
    USER_NOT_FOUND: () => app.admin('POST', `/users/${UNKNOWN_ID}/factors/reset`, { reason: 'The phone is lost.' }),
  },
  'delete /api/admin/users/{uid}/factors/reset': {
    ...writes('DELETE', () => `/users/${user.uid}/factors/reset`),
    USER_NOT_FOUND: () => app.admin('DELETE', `/users/${UNKNOWN_ID}/factors/reset`),
    RESET_NOT_FOUND: () => app.admin('DELETE', `/users/${user.uid}/factors/reset`),
  },
  'get /api/admin/users/{uid}/passkeys': {
    ...closed('GET', () => `/users/${user.uid}/passkeys`, 'read'),
    USER_NOT_FOUND: () => app.admin('GET', `/users/${UNKNOWN_ID}/passkeys`),
  },
  'delete /api/admin/users/{uid}/passkeys/{passkey_id}': {
    ...writes('DELETE', () => `/users/${user.uid}/passkeys/${UNKNOWN_ID}`),
    USER_NOT_FOUND: () => app.admin('DELETE', `/users/${UNKNOWN_ID}/passkeys/${UNKNOWN_ID}`),
    PASSKEY_NOT_FOUND: () => app.admin('DELETE', `/users/${user.uid}/passkeys/${UNKNOWN_ID}`),
  },
  'get /api/admin/users/{uid}/sessions': {
    ...lists(() => `/users/${user.uid}/sessions`),
    USER_NOT_FOUND: () => app.admin('GET', `/users/${UNKNOWN_ID}/sessions`),
  },
  'delete /api/admin/users/{uid}/sessions': {
    ...writes('DELETE', () => `/users/${user.uid}/sessions`),
    USER_NOT_FOUND: () => app.admin('DELETE', `/users/${UNKNOWN_ID}/sessions`),
  },
  'delete /api/admin/users/{uid}/sessions/{session_id}': {
    ...writes('DELETE', () => `/users/${user.uid}/sessions/${UNKNOWN_ID}`),
    USER_NOT_FOUND: () => app.admin('DELETE', `/users/${UNKNOWN_ID}/sessions/${UNKNOWN_ID}`),
    SESSION_NOT_FOUND: () => app.admin('DELETE', `/users/${user.uid}/sessions/${UNKNOWN_ID}`),
  },
  'post /api/admin/links': {
    ...writes('POST', () => '/links'),
    INVALID_EMAIL: () => link({ email: 'x' }),
    INVALID_REDIRECT_URL: () => link({ next_url: 'x' }),
    USER_NOT_FOUND: () => link({ email: newEmail() }),
    EMAIL_ALREADY_VERIFIED: async () => {
      await patch({ email_verified: true });
      return link({ type: 'verify_email' });
    },
    USER_DISABLED: async () => {
      await app.disable(user.uid);
      return link({});
    },
  },
  'post /api/admin/import': {
    ...closed('POST', () => '/import', 'write'),
    INVALID_REQUEST: () => importing([], '?dry_run=maybe'),
    UNSUPPORTED_MEDIA_TYPE: () => app.admin('POST', '/import', {}),
  },
  'get /api/admin/import': lists(() => '/import'),
  'post /api/admin/import/file': {
    ...closed('POST', () => '/import/file?from=csv', 'write'),
    INVALID_REQUEST: () => uploading('file?from=csv', 'id\n1\n'),
    UNSUPPORTED_MEDIA_TYPE: () => uploading('file?from=csv', 'email\n', 'text/csv'),
  },
  'post /api/admin/import/preview': {
    ...closed('POST', () => '/import/preview', 'write'),
    INVALID_REQUEST: () => uploading('preview', 'email,email\n'),
    PAYLOAD_TOO_LARGE: () => uploading('preview', Buffer.alloc(100_000, 'x')),
    UNSUPPORTED_MEDIA_TYPE: () => uploading('preview', 'email\n', 'text/csv'),
  },
  'delete /api/admin/import/{batch_id}': {
    ...writes('DELETE', () => `/import/${UNKNOWN_ID}`),
    BATCH_NOT_FOUND: () => app.admin('DELETE', `/import/${UNKNOWN_ID}`),
  },
  'get /api/admin/export': {
    ...closed('GET', () => '/export', 'export'),
    INVALID_REQUEST: () => app.admin('GET', '/export?include_hashes=maybe'),
  },
  'get /api/admin/events': lists(() => '/events'),
  'get /api/admin/messages': lists(() => '/messages'),
  'post /api/admin/messages/{id}/retry': {
    ...writes('POST', () => `/messages/${UNKNOWN_ID}/retry`),
    MESSAGE_NOT_FOUND: () => app.admin('POST', `/messages/${UNKNOWN_ID}/retry`),
    EMAIL_NOT_CONFIGURED: () => mute.admin('POST', `/messages/${UNKNOWN_ID}/retry`),
  },
  'get /api/admin/templates': closed('GET', () => '/templates', 'read'),
  'get /api/admin/templates/{kind}': {
    ...closed('GET', () => '/templates/magic-link', 'read'),
    INVALID_REQUEST: () => app.admin('GET', '/templates/unknown'),
  },
  'get /api/admin/templates/{kind}/page': {
    ...closed('GET', () => '/templates/magic-link/page', 'read'),
    INVALID_REQUEST: () => app.admin('GET', '/templates/magic-link/page?language=_'),
  },
  'get /api/admin/checks': closed('GET', () => '/checks', 'read'),
  'get /api/admin/settings': closed('GET', () => '/settings', 'read'),
  'get /api/admin/tokens': lists(() => '/tokens'),
  'post /api/admin/tokens': {
    ...writes('POST', () => '/tokens'),
    REAUTHENTICATION_REQUIRED: async () => {
      const { expiry } = await app.signUp();
      const browser = await lateConsole(app, ['write']);
      return browser.call('POST', '/tokens', { name: 'x', scopes: ['read'], expires_at: expiry });
    },
  },
  'patch /api/admin/tokens/{id}': {
    ...writes('PATCH', () => `/tokens/${UNKNOWN_ID}`),
    TOKEN_NOT_FOUND: () => app.admin('PATCH', `/tokens/${UNKNOWN_ID}`, { expires_at: 4_000_000_000 }),
  },
  'delete /api/admin/tokens/{id}': {
    ...writes('DELETE', () => `/tokens/${UNKNOWN_ID}`),
    TOKEN_NOT_FOUND: () => app.admin('DELETE', `/tokens/${UNKNOWN_ID}`),
    REAUTHENTICATION_REQUIRED: async () =>
      (await lateConsole(app, ['write'])).call('DELETE', `/tokens/${UNKNOWN_ID}`, { stolen: true }),
  },
  'get /api/admin/keys': lists(() => '/keys'),
  'post /api/admin/keys/rotate': writes('POST', () => '/keys/rotate'),
  'get /api/admin/stats': closed('GET', () => '/stats', 'read'),
  'get /api/admin/session': { NOT_AUTHENTICATED: () => app.get('/api/admin/session') },
  'post /api/admin/session': {
    NOT_AUTHENTICATED: () => app.post('/api/admin/session', { token: ADMIN_TOKEN }),
    NOT_AUTHORIZED: () => new ConsoleBrowser(app).signIn({ token: user.token }),
    IMPERSONATION_FORBIDDEN: async () => {
      const { uid } = await app.signUp();
      return new ConsoleBrowser(app).signIn({ token: await impersonationOf(app, uid) });
    },
    REAUTHENTICATION_REQUIRED: async () => {
      const admin = await administrator(app, ['read']);
      await app.sql('UPDATE sessions SET factor_time = 1 WHERE uid = ?', [admin.uid]);
      return new ConsoleBrowser(app).signIn({ token: admin.token });
    },
    ...atConsole('POST'),
  },
  'delete /api/admin/session': {
    NOT_AUTHENTICATED: () => app.delete('/api/admin/session', { token: reader }),
    ...atConsole('DELETE'),
  },
};

/** A successful call of each endpoint. */
const SUCCESSES: Record<string, Scenario> = {
  'get /api/admin/users': () => app.admin('GET', '/users?limit=1'),
  'get /api/admin/users.csv': () => app.admin('GET', `/users.csv?email=${user.email}`),
  'post /api/admin/users/bulk': () => app.admin('POST', '/users/bulk', { action: 'require_mfa', email: user.email }),
  'post /api/admin/users': () => create({ password: PASSWORD, active: false, created_at: 1, metadata: '[]' }),
  'get /api/admin/users/{uid}': () => app.admin('GET', `/users/${user.uid}`),
  'patch /api/admin/users/{uid}': () => patch({ email: newEmail(), email_verified: true, password: PASSWORD }),
  'delete /api/admin/users/{uid}': () => app.admin('DELETE', `/users/${user.uid}`),
  'get /api/admin/users/{uid}/export': () => app.admin('GET', `/users/${user.uid}/export`),
  'post /api/admin/users/{uid}/impersonate': () =>
    app.admin('POST', `/users/${user.uid}/impersonate`, { ...BECAUSE, expires_in: 60 }),
  'get /api/admin/users/{uid}/factors': () => app.admin('GET', `/users/${user.uid}/factors`),
  'post /api/admin/users/{uid}/factors/reset': () =>
    app.admin('POST', `/users/${user.uid}/factors/reset`, { reason: 'The phone is lost.' }),
  'delete /api/admin/users/{uid}/factors/reset': async () => {
    await insertRow(app, 'factor_resets', { ...WAITING_RESET, uid: user.uid });
    return app.admin('DELETE', `/users/${user.uid}/factors/reset`);
  },
  'get /api/admin/users/{uid}/passkeys': () => app.admin('GET', `/users/${user.uid}/passkeys`),
  'delete /api/admin/users/{uid}/passkeys/{passkey_id}': async () => {
    const passkey_id = '019391a0-0000-7000-8000-00000000abcd';
    await app.sql('DELETE FROM passkeys WHERE passkey_id = ?', [passkey_id]);
    await insertRow(app, 'passkeys', { ...STORED_PASSKEY, passkey_id, uid: user.uid });
    return app.admin('DELETE', `/users/${user.uid}/passkeys/${passkey_id}`);
  },
  'get /api/admin/users/{uid}/sessions': () => app.admin('GET', `/users/${user.uid}/sessions`),
  'delete /api/admin/users/{uid}/sessions': () => app.admin('DELETE', `/users/${user.uid}/sessions`),
  'delete /api/admin/users/{uid}/sessions/{session_id}': async () => {
    const { sessions } = (await app.admin('GET', `/users/${user.uid}/sessions`)).json;
    return app.admin('DELETE', `/users/${user.uid}/sessions/${sessions[0].session_id}`);
  },
  'post /api/admin/links': () => link({}),
  'post /api/admin/import': () => importing([{ email: newEmail() }, { email: 'x' }]),
  'get /api/admin/import': async () => {
    await importing([{ email: newEmail() }]);
    return app.admin('GET', '/import');
  },
  'post /api/admin/import/file': () => uploading('file?from=csv', `email\n${newEmail()}\nx\n`),
  'post /api/admin/import/preview': () => uploading('preview', 'email\na@example.com\n'),
  'delete /api/admin/import/{batch_id}': async () => {
    const { batch_id } = (await importing([{ email: newEmail() }])).json;
    return app.admin('DELETE', `/import/${batch_id}`);
  },
  'get /api/admin/export': () => app.admin('GET', '/export?include_hashes=true'),
  'get /api/admin/events': () => app.admin('GET', `/events?uid=${user.uid}`),
  'get /api/admin/messages': async () => {
    await app.post('/api/auth/magic-link', { email: user.email });
    return app.admin('GET', '/messages');
  },
  'post /api/admin/messages/{id}/retry': async () => app.admin('POST', `/messages/${await failedEmail()}/retry`),
  'get /api/admin/templates': () => app.admin('GET', '/templates'),
  'get /api/admin/templates/{kind}': () => app.admin('GET', '/templates/magic-link'),
  'get /api/admin/templates/{kind}/page': () => app.admin('GET', '/templates/magic-link/page'),
  'get /api/admin/checks': () => app.admin('GET', '/checks'),
  'get /api/admin/settings': () => app.admin('GET', '/settings'),
  'get /api/admin/tokens': () => app.admin('GET', '/tokens'),
  'post /api/admin/tokens': () => app.admin('POST', '/tokens', { name: 'x', scopes: ['read'] }),
  'patch /api/admin/tokens/{id}': async () =>
    app.admin('PATCH', `/tokens/${(await app.adminToken(['read'])).id}`, { expires_at: 4_000_000_000 }),
  'delete /api/admin/tokens/{id}': async () =>
    app.admin('DELETE', `/tokens/${(await app.adminToken(['read'])).id}`, { stolen: true }),
  'get /api/admin/keys': () => app.admin('GET', '/keys'),
  'post /api/admin/keys/rotate': () => app.admin('POST', '/keys/rotate'),
  'get /api/admin/stats': () => app.admin('GET', '/stats'),
  'get /api/admin/session': async () => (await signedIn(app)).read(),
  'post /api/admin/session': () => new ConsoleBrowser(app).signIn(),
  'delete /api/admin/session': async () => (await signedIn(app)).call('DELETE', '/session'),
};

testDocument(
  () => app,
  (path) =>
    path.startsWith('/api/admin') &&
    ![PROVIDER_PATHS, MACHINE_PATHS, /^\/api\/admin\/webhooks/].some((other) => other.test(path)),
  FAILURES,
  SUCCESSES,
  makeUsers,
);
