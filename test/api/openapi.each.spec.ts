import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fence, fencedUser } from '../support/factors/factors.js';
import { CODE, fromPages, loginOn, originOf, PRODUCT, pagesUser } from '../support/http/clients.js';
import type { Answer } from '../support/http/http.js';
import {
  badBodies,
  CODE_AND_PASSKEY_PATHS,
  EXTERNAL_PATHS,
  FACTOR_PATHS,
  type Failures,
  impersonationOf,
  MACHINE_PATHS,
  type Scenario,
  testDocument,
} from '../support/http/openapi.js';
import { pkce } from '../support/idp/providers.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

/** A sign-in that is no longer recent, while the access token is still valid. */
const REAUTH_MAX_AGE = 60;

const { app, mail } = useMail({
  IMPERSONATION: 'on',
  REFRESH_TOKEN_TTL: '3600',
  REAUTH_MAX_AGE: String(REAUTH_MAX_AGE),
});
const mute = useApp();
const strict = useApp({ MFA: 'required' });
/** A process in which only administrators create accounts, and no user adds a factor. */
let closed: Service;
beforeAll(async () => {
  closed = await mute.replica({ SIGN_UP: 'off', MFA: 'off', BASE_URL: originOf(mute) });
});
let user: SignedUp;
let other: SignedUp;
async function makeUsers() {
  user = await app.signUp();
  other = await app.signUp();
}

/** How to make an endpoint fail with each of the codes that the filter and the body parser give to all endpoints. */
function bodyFailures(method: string, path: () => string, token: () => string | undefined): Record<string, Scenario> {
  return badBodies((body) => app.service.call(method, path(), { token: token(), ...body }));
}

const noToken = () => undefined;
const userToken = () => user.token;
const create = (body: object) => app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, ...body });
const put = (body: object) => app.put('/api/auth/user', body, { token: user.token });
const change = (body: object) => app.patch('/api/auth/user/change-password', body, { token: user.token });

/** The session of the user in the cookie of the pages. */
const inPages = (token = user.token) => ({ token, headers: fromPages(app, `latchkey-pages=${user.refresh_token}`) });
const askCode = (body: object, token?: string) =>
  app.post(CODE, { next_url: PRODUCT, code_challenge: pkce().challenge, ...body }, inPages(token));

const verify = (body: object, token = user.token) => app.post('/api/auth/user/verify-email', body, { token });
const magicLink = (body: object) => app.post('/api/auth/magic-link', { email: user.email, ...body });
const reset = (body: object) => app.post('/api/auth/reset-password', { email: user.email, ...body });

const FOLLOW = '/api/auth/magic-link/verify';
const CONFIRM = '/api/auth/user/verify-email/confirm';
const REFUSE = '/api/auth/user/verify-email/refuse';
const SECURE = '/api/auth/user/secure';
const NEW_EMAIL = '/api/auth/user/email/confirm';
const DEVICES = '/api/auth/user/devices';
const SECURITY = '/api/auth/user/security';
const DATA = '/api/auth/user/data';
const PENDING = '/api/auth/user/email';

/** The link to a new address, which waits since the user has a second factor. */
async function newEmailLink(): Promise<string> {
  await fence(app, user);
  const email = newEmail();
  return mail.linkAfter(email, () => put({ email }));
}

async function secureLink(): Promise<string> {
  await fence(app, user);
  return linkIn(await mail.emailAbout(user.email, /^A second factor was added/));
}

async function removeDevice(): Promise<Answer> {
  const { token } = (await loginOn(app, user.email, 'new')).json;
  const [{ device_id }] = (await app.get(DEVICES, { token })).json.devices;
  return app.delete(`${DEVICES}/${device_id}`, { token });
}

/** The link in the email that a call has mailed to the user. */
const linkOf = (call: Promise<Answer>) => mail.linkAfter(user.email, () => call);

async function deleted(): Promise<string> {
  await app.delete('/api/auth/user', { token: user.token });
  return user.token;
}

const LINK_LOGIN = '/api/auth/magic-link/login';
const READ_LINK = '/api/auth/ui/link';

/** The token of a link that the sign-in pages have asked for. */
async function pageToken(): Promise<string> {
  const body = { next_url: `${originOf(app)}/sign-in`, code_challenge: pkce().challenge };
  await magicLink(body);
  const message = await mail.emailWith(user.email, /magic-link\/verify/);
  return new URL(linkIn(message)).searchParams.get('token') ?? '';
}
const linkLogin = (body: object) => app.post(LINK_LOGIN, body, { headers: fromPages(app) });
const readLink = (token: string) => app.post(READ_LINK, { token });

/** The codes of a link that works no more, after a change of its user. */
const deadLinks = (call: (token: string) => Promise<Answer>): Record<string, Scenario> => ({
  INVALID_LINK: () => call('x'),
  LINK_EXPIRED: async () => {
    const token = await pageToken();
    await app.advance(901);
    return call(token);
  },
  LINK_ALREADY_USED: async () => {
    const token = await pageToken();
    await linkLogin({ token });
    return call(token);
  },
  USER_DISABLED: async () => {
    const token = await pageToken();
    await app.disable(user.uid);
    return call(token);
  },
});

const login = (path: string): Record<string, Scenario> => ({
  ...bodyFailures('POST', () => path, noToken),
  INVALID_CREDENTIALS: () => app.post(path, { email: user.email, password: 'wrong' }),
  USER_DISABLED: async () => {
    await app.disable(user.uid);
    return app.post(path, { email: user.email, password: PASSWORD });
  },
  MFA_REQUIRED: async () => {
    await fence(app, user);
    return app.post(path, { email: user.email, password: PASSWORD });
  },
  MFA_ENROLMENT_REQUIRED: async () => {
    await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
    return app.post(path, { email: user.email, password: PASSWORD });
  },
});

const read = (path: string): Record<string, Scenario> => ({
  NOT_AUTHENTICATED: () => app.get(path),
  USER_NOT_FOUND: async () => app.get(path, { token: await deleted() }),
});

/** Every endpoint, with a call for each of its own codes. Each can also fail with INTERNAL_ERROR. */
const FAILURES: Failures = {
  'post /api/auth/user/create': {
    ...bodyFailures('POST', () => '/api/auth/user/create', noToken),
    SIGN_UP_NOT_ALLOWED: () => closed.call('POST', '/api/auth/user/create', { body: { email: newEmail() } }),
    INVALID_EMAIL: () => create({ email: 'x' }),
    WEAK_PASSWORD: () => create({ password: 'x' }),
    INVALID_METADATA: () => create({ metadata: '{' }),
    EMAIL_ALREADY_IN_USE: () => create({ email: user.email }),
    MFA_ENROLMENT_REQUIRED: () =>
      strict.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, login: true }),
  },
  'post /api/auth/user/login': login('/api/auth/user/login'),
  'post /api/auth/login': login('/api/auth/login'),
  'post /api/auth/user/refresh': {
    ...bodyFailures('POST', () => '/api/auth/user/refresh', noToken),
    INVALID_REFRESH_TOKEN: () => app.refresh('x'),
    EXPIRED_JWT: async () => {
      await app.advance(3601);
      return app.refresh(user.refresh_token);
    },
  },
  'post /api/auth/user/logout': {
    ...bodyFailures('POST', () => '/api/auth/user/logout', userToken),
    NOT_AUTHENTICATED: () => app.post('/api/auth/user/logout'),
    INVALID_REFRESH_TOKEN: () =>
      app.post('/api/auth/user/logout', { refresh_token: other.refresh_token }, { token: user.token }),
    IMPERSONATION_FORBIDDEN: async () => {
      const token = await impersonationOf(app, user.uid);
      return app.post('/api/auth/user/logout', { refresh_token: user.refresh_token }, { token });
    },
  },
  [`post ${CODE}`]: {
    ...badBodies((body) =>
      app.service.call('POST', CODE, { ...body, ...inPages(), headers: { ...inPages().headers, ...body.headers } }),
    ),
    NOT_AUTHENTICATED: () => app.post(CODE, {}, { token: user.token }),
    IMPERSONATION_FORBIDDEN: async () => askCode({}, await impersonationOf(app, user.uid)),
    INVALID_REDIRECT_URL: () => askCode({ next_url: 'x' }),
    REAUTHENTICATION_REQUIRED: async () => {
      await app.advance(2);
      return askCode({ max_age: 1 });
    },
    MFA_NOT_ENABLED: () => askCode({ acr: 'aal2' }),
    MFA_DISABLED: async () => {
      const { token, cookie } = await pagesUser(mute);
      const body = { next_url: `${originOf(mute)}/`, code_challenge: pkce().challenge, acr: 'aal2' };
      return closed.call('POST', CODE, { body, token, headers: fromPages(mute, cookie) });
    },
  },
  'get /api/auth/ui': {},
  [`post ${READ_LINK}`]: { ...bodyFailures('POST', () => READ_LINK, noToken), ...deadLinks(readLink) },
  [`post ${LINK_LOGIN}`]: {
    ...badBodies((body) =>
      app.service.call('POST', LINK_LOGIN, { ...body, headers: { ...fromPages(app), ...body.headers } }),
    ),
    ...deadLinks((token) => linkLogin({ token })),
    INVALID_CODE: async () => linkLogin({ token: await pageToken(), code_verifier: 'x' }),
    MFA_REQUIRED: async () => {
      await fence(app, user);
      return linkLogin({ token: await pageToken() });
    },
    MFA_ENROLMENT_REQUIRED: async () => {
      await app.sql("UPDATE users SET mfa = 'required' WHERE uid = ?", [user.uid]);
      return linkLogin({ token: await pageToken() });
    },
  },
  'get /api/auth/user': read('/api/auth/user'),
  'get /api/auth/get-user': read('/api/auth/get-user'),
  'put /api/auth/user': {
    ...bodyFailures('PUT', () => '/api/auth/user', userToken),
    NOT_AUTHENTICATED: () => app.put('/api/auth/user', {}),
    INVALID_EMAIL: () => put({ email: 'x' }),
    INVALID_METADATA: () => put({ metadata: '{' }),
    EMAIL_ALREADY_IN_USE: () => put({ email: other.email }),
    EMAIL_NOT_CONFIGURED: async () => {
      const { token } = await fencedUser(mute);
      return mute.put('/api/auth/user', { email: newEmail() }, { token });
    },
    INVALID_PASSWORD: () => put({ email: newEmail(), password: 'wrong' }),
    IMPERSONATION_FORBIDDEN: async () =>
      app.put('/api/auth/user', { email: newEmail() }, { token: await impersonationOf(app, user.uid) }),
    REAUTHENTICATION_REQUIRED: async () => {
      await app.advance(REAUTH_MAX_AGE + 1);
      return put({ email: newEmail() });
    },
  },
  'delete /api/auth/user': {
    ...bodyFailures('DELETE', () => '/api/auth/user', userToken),
    NOT_AUTHENTICATED: () => app.delete('/api/auth/user'),
    INVALID_PASSWORD: () => app.delete('/api/auth/user', { token: user.token, body: { password: 'wrong' } }),
    REAUTHENTICATION_REQUIRED: async () => {
      await app.advance(REAUTH_MAX_AGE + 1);
      return app.delete('/api/auth/user', { token: user.token });
    },
  },
  'patch /api/auth/user/change-password': {
    ...bodyFailures('PATCH', () => '/api/auth/user/change-password', userToken),
    NOT_AUTHENTICATED: () => app.patch('/api/auth/user/change-password', {}),
    INVALID_PASSWORD: () => change({ old_password: 'wrong', new_password: PASSWORD }),
    WEAK_PASSWORD: () => change({ old_password: PASSWORD, new_password: 'x' }),
    REAUTHENTICATION_REQUIRED: async () => {
      await fence(app, user);
      await app.advance(REAUTH_MAX_AGE + 1);
      return change({ old_password: PASSWORD, new_password: `${PASSWORD}!` });
    },
  },
  'post /api/auth/magic-link': {
    ...bodyFailures('POST', () => '/api/auth/magic-link', noToken),
    INVALID_EMAIL: () => magicLink({ email: 'x' }),
    INVALID_REDIRECT_URL: () => magicLink({ next_url: 'x' }),
    EMAIL_NOT_CONFIGURED: () => mute.post('/api/auth/magic-link', { email: newEmail() }),
    USER_NOT_FOUND: () => magicLink({ email: newEmail() }),
  },
  [`get ${FOLLOW}`]: { INVALID_LINK: () => app.get(FOLLOW) },
  [`post ${FOLLOW}`]: {
    ...bodyFailures('POST', () => FOLLOW, noToken),
    INVALID_LINK: () => app.post(FOLLOW),
  },
  'post /api/auth/user/verify-email': {
    ...bodyFailures('POST', () => '/api/auth/user/verify-email', userToken),
    NOT_AUTHENTICATED: () => app.post('/api/auth/user/verify-email'),
    INVALID_REDIRECT_URL: () => verify({ next_url: 'x' }),
    EMAIL_NOT_CONFIGURED: async () =>
      mute.post('/api/auth/user/verify-email', {}, { token: (await mute.signUp()).token }),
    USER_NOT_FOUND: async () => verify({}, await deleted()),
    EMAIL_ALREADY_VERIFIED: async () => verify({}, (await app.signUp({ email_verified: true })).token),
  },
  [`get ${CONFIRM}`]: { INVALID_LINK: () => app.get(CONFIRM) },
  ...Object.fromEntries(
    [CONFIRM, REFUSE, NEW_EMAIL, SECURE].map((path) => [
      `post ${path}`,
      { ...bodyFailures('POST', () => path, noToken), INVALID_LINK: () => app.post(path) },
    ]),
  ),
  ...Object.fromEntries([NEW_EMAIL, SECURE].map((path) => [`get ${path}`, { INVALID_LINK: () => app.get(path) }])),
  [`get ${PENDING}`]: { NOT_AUTHENTICATED: () => app.get(PENDING) },
  [`get ${DATA}`]: {
    NOT_AUTHENTICATED: () => app.get(DATA),
    IMPERSONATION_FORBIDDEN: async () => app.get(DATA, { token: await impersonationOf(app, user.uid) }),
    REAUTHENTICATION_REQUIRED: async () => {
      await app.advance(REAUTH_MAX_AGE + 1);
      return app.get(DATA, { token: user.token });
    },
  },
  [`delete ${PENDING}`]: {
    ...bodyFailures('DELETE', () => PENDING, userToken),
    NOT_AUTHENTICATED: () => app.delete(PENDING),
  },
  'post /api/auth/reset-password': {
    ...bodyFailures('POST', () => '/api/auth/reset-password', noToken),
    INVALID_REDIRECT_URL: () => reset({ reset_url: 'x' }),
    EMAIL_NOT_CONFIGURED: () => mute.post('/api/auth/reset-password', { email: newEmail() }),
  },
  'get /api/auth/user/sessions': { NOT_AUTHENTICATED: () => app.get('/api/auth/user/sessions') },
  'delete /api/auth/user/sessions/{session_id}': {
    ...bodyFailures('DELETE', () => '/api/auth/user/sessions/x', userToken),
    NOT_AUTHENTICATED: () => app.delete('/api/auth/user/sessions/x'),
    SESSION_NOT_FOUND: () => app.delete('/api/auth/user/sessions/x', { token: user.token }),
  },
  [`get ${DEVICES}`]: { NOT_AUTHENTICATED: () => app.get(DEVICES) },
  [`delete ${DEVICES}/{device_id}`]: {
    ...bodyFailures('DELETE', () => `${DEVICES}/x`, userToken),
    NOT_AUTHENTICATED: () => app.delete(`${DEVICES}/x`),
    DEVICE_NOT_FOUND: () => app.delete(`${DEVICES}/x`, { token: user.token }),
  },
  [`get ${SECURITY}`]: {
    NOT_AUTHENTICATED: () => app.get(SECURITY),
    INVALID_REQUEST: () => app.get(`${SECURITY}?cursor=x`, { token: user.token }),
  },
  'get /.well-known/openid-configuration': {},
  'get /.well-known/jwks.json': {},
  'get /.well-known/revocations': { INVALID_REQUEST: () => app.get('/.well-known/revocations?after=x') },
  'get /health/live': {},
  'get /health/ready': {},
  'get /metrics': {
    NOT_AUTHENTICATED: () => app.get('/metrics'),
    NOT_AUTHORIZED: async () => app.get('/metrics', { token: (await app.adminToken(['write'])).token }),
  },
};

/** A successful call of each endpoint. */
const SUCCESSES: Record<string, Scenario> = {
  'post /api/auth/user/create': () => create({ login: true, email_verified: true, metadata: '[]' }),
  'post /api/auth/user/login': () => app.login(user.email, PASSWORD),
  'post /api/auth/login': () => app.post('/api/auth/login', { email: user.email, password: PASSWORD }),
  'post /api/auth/user/refresh': () => app.refresh(user.refresh_token),
  'post /api/auth/user/logout': () => app.post('/api/auth/user/logout', {}, { token: user.token }),
  [`post ${CODE}`]: () => askCode({}),
  'get /api/auth/ui': () => app.get('/api/auth/ui'),
  [`post ${READ_LINK}`]: async () => readLink(await pageToken()),
  [`post ${LINK_LOGIN}`]: async () => linkLogin({ token: await pageToken() }),
  'get /api/auth/user': () => app.get('/api/auth/user', { token: user.token }),
  'get /api/auth/get-user': () => app.get('/api/auth/get-user', { token: user.token }),
  'put /api/auth/user': () => put({ metadata: '1' }),
  'delete /api/auth/user': () => app.delete('/api/auth/user', { token: user.token }),
  'patch /api/auth/user/change-password': () => change({ old_password: PASSWORD, new_password: `${PASSWORD}!` }),
  'post /api/auth/magic-link': () => magicLink({ sign_up: true }),
  [`get ${FOLLOW}`]: async () => app.follow(await linkOf(magicLink({}))),
  [`post ${FOLLOW}`]: async () => app.follow(await linkOf(magicLink({})), 'POST'),
  'post /api/auth/user/verify-email': () => verify({}),
  [`get ${CONFIRM}`]: async () => app.follow(await linkOf(verify({}))),
  [`post ${CONFIRM}`]: async () => app.follow(await linkOf(verify({})), 'POST'),
  [`post ${REFUSE}`]: async () => app.follow((await linkOf(verify({}))).replace(CONFIRM, REFUSE), 'POST'),
  [`get ${SECURE}`]: async () => app.follow(await secureLink()),
  [`post ${SECURE}`]: async () => app.follow(await secureLink(), 'POST'),
  [`get ${NEW_EMAIL}`]: async () => app.follow(await newEmailLink()),
  [`post ${NEW_EMAIL}`]: async () => app.follow(await newEmailLink(), 'POST'),
  [`get ${DEVICES}`]: async () => app.get(DEVICES, { token: (await loginOn(app, user.email, 'new')).json.token }),
  [`delete ${DEVICES}/{device_id}`]: removeDevice,
  [`get ${SECURITY}`]: () => app.get(SECURITY, { token: user.token }),
  [`get ${DATA}`]: () => app.get(DATA, { token: user.token }),
  [`get ${PENDING}`]: () => app.get(PENDING, { token: user.token }),
  [`delete ${PENDING}`]: () => app.delete(PENDING, { token: user.token }),
  'post /api/auth/reset-password': () => reset({}),
  'get /api/auth/user/sessions': () => app.get('/api/auth/user/sessions', { token: user.token }),
  'delete /api/auth/user/sessions/{session_id}': async () => {
    const { sessions } = (await app.get('/api/auth/user/sessions', { token: user.token })).json;
    return app.delete(`/api/auth/user/sessions/${sessions[0].session_id}`, { token: user.token });
  },
  'get /.well-known/openid-configuration': () => app.get('/.well-known/openid-configuration'),
  'get /.well-known/jwks.json': () => app.get('/.well-known/jwks.json'),
  'get /.well-known/revocations': () => app.get('/.well-known/revocations'),
  'get /health/live': () => app.get('/health/live'),
  'get /health/ready': () => app.get('/health/ready'),
  'get /metrics': () => app.get('/metrics', { token: ADMIN_TOKEN }),
};

testDocument(
  () => app,
  (path) =>
    ![/^\/api\/admin/, FACTOR_PATHS, CODE_AND_PASSKEY_PATHS, EXTERNAL_PATHS, MACHINE_PATHS].some((other) =>
      other.test(path),
    ),
  FAILURES,
  SUCCESSES,
  makeUsers,
);

it('the OpenAPI document marks optional access tokens, and does not describe an admin token as a JWT', async () => {
  const { paths, components } = (await app.get('/openapi.json')).json;
  expect(paths['/api/auth/user/change-password'].patch.security).toEqual([{ bearer: [] }, {}]);
  expect(paths['/api/auth/user/logout'].post.security).toEqual([{ bearer: [] }]);
  expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  expect(components.securitySchemes.admin).toEqual({
    type: 'http',
    scheme: 'bearer',
    description: expect.any(String),
  });
});

const REFERENCE = join(__dirname, '../../docs/reference/endpoints.md');

/** The endpoints of the reference, as `get /path`, and whether they accept the access token of a user. */
function endpointsOfReference(): Map<string, boolean> {
  const sections = readFileSync(REFERENCE, 'utf8').matchAll(/^### `([A-Z]+) ([^`]+)`$.*?^Access: ([^\n]*)$/gms);
  const endpoints = [...sections].map(
    ([, method = '', path = '', access = '']) => [`${method.toLowerCase()} ${path}`, /\buser\b/.test(access)] as const,
  );
  return new Map(endpoints.filter(([name]) => !name.includes(' /api/admin')));
}

it('the OpenAPI document has the endpoints of the reference, for the same callers', async () => {
  const { paths } = (await app.get('/openapi.json')).json;
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const locks = operations
    .filter((name) => !name.includes('/api/admin'))
    .map((name): [string, boolean] => {
      const [method = '', path = ''] = name.split(' ');
      return [name, paths[path][method].security?.some((way: object) => 'bearer' in way) ?? false];
    });
  expect([...endpointsOfReference()].sort()).toEqual(locks.sort());
});

it('the OpenAPI document is shown on a page', async () => {
  const page = await app.get('/docs');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect((await app.get('/docs/swagger-ui-init.js')).text).toContain('/api/auth/user/create');
  expect((await app.get('/docs/swagger-ui-bundle.js')).status).toBe(200);
});
