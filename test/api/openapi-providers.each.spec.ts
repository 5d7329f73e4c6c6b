import { v7 as uuidv7 } from 'uuid';
import { fence, insertRow, STORED_WEBHOOK } from '../support/factors/factors.js';
import type { Answer } from '../support/http/http.js';
import {
  badBodies,
  EXTERNAL_PATHS,
  type Failures,
  PROVIDER_PATHS,
  type Scenario,
  testDocument,
} from '../support/http/openapi.js';
import { type Account, sendCallback, useIdp, walkToCallback } from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  authorize,
  authorizeLink,
  googleAccount,
  linkWith,
  pkce,
  type Returned,
  redeem,
  signInWith,
  start,
  startLink,
  unproved,
} from '../support/idp/providers.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import { Receiver } from '../support/service/webhooks.js';

const REAUTH_MAX_AGE = 60;
const { app, mail } = useMail({
  IMPERSONATION: 'on',
  REAUTH_MAX_AGE: String(REAUTH_MAX_AGE),
  WEBHOOK_NETWORKS: '127.0.0.1',
});
const mute = useApp();
const idp = useIdp();

describe('providers', () => {
  const OIDC = {
    kind: 'oidc',
    name: 'Corp',
    issuer: 'https://id.corp.example',
    client_id: 'latchkey',
    client_secret: 'a client secret',
  };
  let token: string;
  let reader: string;
  let user: SignedUp;
  beforeAll(async () => {
    token = (await app.adminToken(['providers', 'write'])).token;
    reader = (await app.adminToken(['read'])).token;
    user = await app.signUp();
    await app.admin('POST', '/providers', { ...OIDC, id: 'corp' });
  });

  let counter = 0;
  const create = (more: object = {}) => app.admin('POST', '/providers', { id: `p-${++counter}`, ...OIDC, ...more });

  /** The failures of a route that requires a scope beside `read`. */
  const closed = (method: string, path: string): Record<string, Scenario> => ({
    NOT_AUTHENTICATED: () => app.service.call(method, `/api/admin${path}`),
    NOT_AUTHORIZED: () => app.service.call(method, `/api/admin${path}`, { token: reader }),
  });

  /** The failures of a route that also reads a body. */
  const writes = (method: string, path: string): Record<string, Scenario> => ({
    ...closed(method, path),
    ...badBodies((body) => app.service.call(method, `/api/admin${path}`, { token, ...body })),
  });

  const unknown = (method: string, path = ''): Record<string, Scenario> => ({
    PROVIDER_NOT_FOUND: () => app.admin(method, `/providers/unknown${path}`),
  });

  const identities = () => `/users/${user.uid}/identities`;

  async function removable(): Promise<string> {
    const identity_id = uuidv7();
    const person = { provider_id: 'corp', key_hash: identity_id, subject: 'a' };
    const row = { identity_id, uid: user.uid, ...person, created_at: 1, user_created_at: 1 };
    await insertRow(app, 'identities', row);
    return identity_id;
  }

  const FAILURES: Failures = {
    'get /api/admin/providers': closed('GET', '/providers'),
    'post /api/admin/providers': {
      ...writes('POST', '/providers'),
      PROVIDER_EXISTS: () => create({ id: 'corp' }),
      INVALID_ISSUER: () => create({ issuer: 'corp' }),
    },
    'get /api/admin/providers/{id}': { ...closed('GET', '/providers/corp'), ...unknown('GET') },
    'patch /api/admin/providers/{id}': {
      ...writes('PATCH', '/providers/corp'),
      ...unknown('PATCH'),
      INVALID_ISSUER: () => app.admin('PATCH', '/providers/corp', { issuer: 'corp' }),
    },
    'delete /api/admin/providers/{id}': { ...writes('DELETE', '/providers/corp'), ...unknown('DELETE') },
    'post /api/admin/providers/{id}/test': { ...writes('POST', '/providers/corp/test'), ...unknown('POST', '/test') },
    'get /api/admin/users/{uid}/identities': {
      NOT_AUTHENTICATED: () => app.service.call('GET', `/api/admin${identities()}`),
      NOT_AUTHORIZED: () => app.service.call('GET', `/api/admin${identities()}`, { token }),
      USER_NOT_FOUND: () => app.admin('GET', '/users/unknown/identities'),
    },
    'delete /api/admin/users/{uid}/identities/{identity_id}': {
      ...writes('DELETE', '/users/x/identities/y'),
      USER_NOT_FOUND: () => app.admin('DELETE', '/users/unknown/identities/y'),
      IDENTITY_NOT_FOUND: () => app.admin('DELETE', `${identities()}/${uuidv7()}`),
    },
  };

  const SUCCESSES: Record<string, Scenario> = {
    'get /api/admin/providers': () => app.admin('GET', '/providers'),
    'post /api/admin/providers': () => create(),
    'get /api/admin/providers/{id}': () => app.admin('GET', '/providers/corp'),
    'patch /api/admin/providers/{id}': () => app.admin('PATCH', '/providers/corp', { trust_mfa: true }),
    'delete /api/admin/providers/{id}': async () => app.admin('DELETE', `/providers/${(await create()).json.id}`),
    'post /api/admin/providers/{id}/test': async () => {
      const { id } = (await create({ issuer: 'http://localhost:1' })).json;
      return app.admin('POST', `/providers/${id}/test`);
    },
    'get /api/admin/users/{uid}/identities': async () => {
      await removable();
      return app.admin('GET', identities());
    },
    'delete /api/admin/users/{uid}/identities/{identity_id}': async () =>
      app.admin('DELETE', `${identities()}/${await removable()}`),
  };

  testDocument(
    () => app,
    (path) => PROVIDER_PATHS.test(path),
    FAILURES,
    SUCCESSES,
  );
});

describe('webhooks', () => {
  const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';
  const ONE = `/webhooks/${UNKNOWN_ID}`;
  let receiver: Receiver;
  let reader: string;
  let writer: string;
  let id: string;
  beforeAll(async () => {
    receiver = await new Receiver().listen();
    reader = (await app.adminToken(['read', 'write', 'export'])).token;
    writer = (await app.adminToken(['webhooks'])).token;
  });
  afterAll(() => receiver.stop());
  async function makeWebhook() {
    await app.admin('DELETE', `/webhooks/${id}`);
    id = (await create()).json.webhook_id;
  }

  const create = (more: object = {}): Promise<Answer> =>
    app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.*'], ...more });

  /** The failures of a route. */
  function fails(method: string, path: string): Record<string, Scenario> {
    const address = `/api/admin${path}`;
    const sent = badBodies((body) => app.service.call(method, address, { token: writer, ...body }));
    return {
      NOT_AUTHENTICATED: () => app.service.call(method, address),
      NOT_AUTHORIZED: () => app.service.call(method, address, { token: reader }),
      ...(method !== 'GET' && sent),
      ...(path.startsWith(ONE) && {
        WEBHOOK_NOT_FOUND: () => app.admin(method, path, method === 'GET' ? undefined : {}),
      }),
    };
  }

  /** A delivery that waits for its next try. */
  async function waiting(): Promise<string> {
    receiver.answer(500);
    await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD });
    const list = async () => (await app.admin('GET', `/webhooks/${id}/deliveries`)).json.deliveries;
    await app.service.until(async () => (await list())[0]?.attempts === 1);
    receiver.answer(204);
    return (await list())[0].delivery_id;
  }

  const FAILURES: Failures = {
    'get /api/admin/webhooks': {
      ...fails('GET', '/webhooks'),
      INVALID_REQUEST: () => app.admin('GET', '/webhooks?limit=0'),
    },
    'post /api/admin/webhooks': {
      ...fails('POST', '/webhooks'),
      INVALID_URL: () => create({ url: 'ftp://example.com/' }),
      WEBHOOK_LIMIT_REACHED: async () => {
        await app.sql('DELETE FROM webhooks');
        for (let slot = 1; slot <= 50; slot++)
          await insertRow(app, 'webhooks', { ...STORED_WEBHOOK, webhook_id: uuidv7(), slot });
        const answer = await create();
        await app.sql('DELETE FROM webhooks');
        return answer;
      },
    },
    'get /api/admin/webhooks/{id}': fails('GET', ONE),
    'patch /api/admin/webhooks/{id}': {
      ...fails('PATCH', ONE),
      INVALID_URL: () => app.admin('PATCH', `/webhooks/${id}`, { url: 'x' }),
    },
    'delete /api/admin/webhooks/{id}': fails('DELETE', ONE),
    'post /api/admin/webhooks/{id}/secret': fails('POST', `${ONE}/secret`),
    'post /api/admin/webhooks/{id}/test': fails('POST', `${ONE}/test`),
    'post /api/admin/webhooks/{id}/replay': fails('POST', `${ONE}/replay`),
    'get /api/admin/webhooks/{id}/deliveries': {
      ...fails('GET', `${ONE}/deliveries`),
      INVALID_REQUEST: () => app.admin('GET', `/webhooks/${id}/deliveries?status=x`),
    },
    'post /api/admin/webhooks/{id}/deliveries/{delivery_id}/retry': {
      ...fails('POST', `${ONE}/deliveries/${UNKNOWN_ID}/retry`),
      DELIVERY_NOT_FOUND: () => app.admin('POST', `/webhooks/${id}/deliveries/${UNKNOWN_ID}/retry`),
    },
  };

  const SUCCESSES: Record<string, Scenario> = {
    'get /api/admin/webhooks': () => app.admin('GET', '/webhooks'),
    'post /api/admin/webhooks': async () => {
      const answer = await create();
      await app.admin('DELETE', `/webhooks/${answer.json.webhook_id}`);
      return answer;
    },
    'get /api/admin/webhooks/{id}': () => app.admin('GET', `/webhooks/${id}`),
    'patch /api/admin/webhooks/{id}': () => app.admin('PATCH', `/webhooks/${id}`, { description: 'x' }),
    'delete /api/admin/webhooks/{id}': () => app.admin('DELETE', `/webhooks/${id}`),
    'post /api/admin/webhooks/{id}/secret': () => app.admin('POST', `/webhooks/${id}/secret`, {}),
    'post /api/admin/webhooks/{id}/test': () => app.admin('POST', `/webhooks/${id}/test`),
    'post /api/admin/webhooks/{id}/replay': () => app.admin('POST', `/webhooks/${id}/replay`, { types: ['user.*'] }),
    'get /api/admin/webhooks/{id}/deliveries': async () => {
      await waiting();
      return app.admin('GET', `/webhooks/${id}/deliveries`);
    },
    'post /api/admin/webhooks/{id}/deliveries/{delivery_id}/retry': async () =>
      app.admin('POST', `/webhooks/${id}/deliveries/${await waiting()}/retry`),
  };

  testDocument(
    () => app,
    (path) => path.startsWith('/api/admin/webhooks'),
    FAILURES,
    SUCCESSES,
    makeWebhook,
  );
});

describe('sign-ins by providers', () => {
  const EXTERNAL = '/api/auth/external';
  const IDENTITIES = '/api/auth/user/identities';
  const LOGOUT = `${EXTERNAL}/liar/backchannel-logout`;
  const CALLBACK = `${EXTERNAL}/google/callback`;
  const UNKNOWN = '019391a0-0000-7000-8000-000000000000';
  let user: SignedUp;
  let liar: AddedProvider;
  beforeAll(async () => {
    await addProvider(app, idp, 'google', { id: 'google' });
    await addProvider(app, idp, 'apple', { id: 'apple' });
    await addProvider(app, idp, 'liar', { id: 'down', lies: { at: { discovery: { status: 500, body: '{}' } } } });
    liar = await addProvider(app, idp, 'liar', { id: 'liar' });
    await addProvider(mute, idp, 'google', { id: 'google' });
  });
  async function makeUser() {
    user = await app.signUp();
    await app.prove(user.uid);
  }

  const token = () => user.token;
  const noToken = () => undefined;
  const CHALLENGE = { code_challenge: pkce().challenge };

  function bodyFailures(
    method: string,
    path: () => string,
    bearer: () => string | undefined,
  ): Record<string, Scenario> {
    return badBodies((body) => app.service.call(method, path(), { token: bearer(), ...body }));
  }

  /** Calls an endpoint after the sign-in is no longer recent. */
  const stale = (call: Scenario): Scenario => {
    return async () => {
      await app.advance(REAUTH_MAX_AGE + 1);
      return call();
    };
  };

  const begin = (id: string, body: object = CHALLENGE) => app.post(`${EXTERNAL}/${id}/start`, body);
  const beginLink = (id: string, body: object = CHALLENGE, bearer: string | undefined = user.token) =>
    app.post(`${IDENTITIES}/${id}/start`, body, { token: bearer });
  const pending = async (email = newEmail(), more: Record<string, unknown> = {}) =>
    (await signInWith(app, 'google', unproved(email), more)).json.pending_token;
  const confirm = async (email = newEmail()) =>
    app.post(`${EXTERNAL}/confirm`, { pending_token: await pending(email) });
  const verify = (body: object) => app.post(`${EXTERNAL}/confirm/verify`, body);
  const mailed = async (email: string, more: Record<string, unknown> = {}) => {
    const pending_token = await pending(email, more);
    return mail.codeAfter(email, () => app.post(`${EXTERNAL}/confirm`, { pending_token }));
  };
  const requireFactor = () => app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
  const unlink = (id: string, bearer: string | undefined = user.token) =>
    app.delete(`${IDENTITIES}/${id}`, { token: bearer });

  /** The failures of one of the paths that exchange codes. */
  function exchangeFailures(path: string): Failures[string] {
    const send = ({ code, verifier }: Returned, token?: string) =>
      app.post(path, { code, code_verifier: verifier }, { token });
    const enter = async (account: Account, more: Record<string, unknown> = {}) =>
      send(await authorize(app, 'google', account, more));
    const link = (account: Account) => authorizeLink(app, 'google', account, user.token);
    const own = () => enter(googleAccount(user.email));
    return {
      ...bodyFailures('POST', () => path, noToken),
      NOT_AUTHENTICATED: async () => send(await link(googleAccount('x'))),
      INVALID_CODE: () => app.post(path, {}),
      USER_DISABLED: async () => {
        await app.disable(user.uid);
        return own();
      },
      SIGN_UP_NOT_ALLOWED: () => enter(googleAccount(newEmail()), { sign_up: false }),
      MFA_REQUIRED: async () => {
        await fence(app, user);
        return own();
      },
      MFA_ENROLMENT_REQUIRED: async () => {
        await requireFactor();
        return own();
      },
      EMAIL_CONFIRMATION_REQUIRED: () => enter(unproved(newEmail())),
      IDENTITY_ALREADY_LINKED: async () => {
        const account = googleAccount(newEmail());
        await enter(account);
        return send(await link(account), user.token);
      },
      EMAIL_NOT_VERIFIED: async () => {
        const returned = await link(googleAccount(newEmail()));
        await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid]);
        return send(returned, user.token);
      },
    };
  }

  const failures: Failures = {
    [`get ${EXTERNAL}/providers`]: {},
    [`post ${EXTERNAL}/{id}/start`]: {
      ...bodyFailures('POST', () => `${EXTERNAL}/google/start`, noToken),
      PROVIDER_NOT_FOUND: () => begin('nowhere'),
      INVALID_REDIRECT_URL: () => begin('google', { ...CHALLENGE, next_url: 'x' }),
      PROVIDER_ERROR: () => begin('down'),
    },
    [`get ${EXTERNAL}/{id}/callback`]: { INVALID_STATE: () => app.get(CALLBACK) },
    [`post ${EXTERNAL}/{id}/callback`]: {
      INVALID_STATE: () => app.post(`${EXTERNAL}/apple/callback`, undefined, form('state=x')),
      NOT_FOUND: () => app.post(CALLBACK, undefined, form('state=x')),
      PAYLOAD_TOO_LARGE: () => app.post(`${EXTERNAL}/apple/callback`, undefined, form(`state=${'x'.repeat(70_000)}`)),
      UNSUPPORTED_MEDIA_TYPE: () => app.post(`${EXTERNAL}/apple/callback`, { state: 'x' }),
    },
    [`post ${EXTERNAL}/{id}/backchannel-logout`]: {
      INVALID_LOGOUT_TOKEN: () => app.post(LOGOUT, undefined, form('logout_token=x')),
      PAYLOAD_TOO_LARGE: () => app.post(LOGOUT, undefined, form(`logout_token=${'x'.repeat(70_000)}`)),
      UNSUPPORTED_MEDIA_TYPE: () => app.post(LOGOUT, { logout_token: 'x' }),
    },
    [`post ${EXTERNAL}/token`]: exchangeFailures(`${EXTERNAL}/token`),
    'post /api/auth/token': exchangeFailures('/api/auth/token'),
    [`post ${EXTERNAL}/confirm`]: {
      ...bodyFailures('POST', () => `${EXTERNAL}/confirm`, noToken),
      INVALID_CODE: () => app.post(`${EXTERNAL}/confirm`, {}),
      INVALID_EMAIL: async () => {
        const { email: _none, ...account } = googleAccount('');
        const { pending_token } = (await signInWith(app, 'google', account)).json;
        return app.post(`${EXTERNAL}/confirm`, { pending_token });
      },
      EMAIL_NOT_CONFIGURED: async () => {
        const { pending_token } = (await signInWith(mute, 'google', unproved(newEmail()))).json;
        return mute.post(`${EXTERNAL}/confirm`, { pending_token });
      },
    },
    [`post ${EXTERNAL}/confirm/verify`]: {
      ...bodyFailures('POST', () => `${EXTERNAL}/confirm/verify`, noToken),
      INVALID_CODE: () => verify({}),
      USER_DISABLED: async () => {
        const found = await mailed(user.email);
        await app.disable(user.uid);
        return verify(found);
      },
      SIGN_UP_NOT_ALLOWED: async () => verify(await mailed(newEmail(), { sign_up: false })),
      MFA_REQUIRED: async () => {
        await fence(app, user);
        return verify(await mailed(user.email));
      },
      MFA_ENROLMENT_REQUIRED: async () => {
        await requireFactor();
        return verify(await mailed(user.email));
      },
    },
    [`post ${IDENTITIES}/{id}/start`]: {
      ...bodyFailures('POST', () => `${IDENTITIES}/google/start`, token),
      NOT_AUTHENTICATED: () => app.post(`${IDENTITIES}/google/start`, CHALLENGE),
      PROVIDER_NOT_FOUND: () => beginLink('nowhere'),
      INVALID_REDIRECT_URL: () => beginLink('google', { ...CHALLENGE, next_url: 'x' }),
      PROVIDER_ERROR: () => beginLink('down'),
      EMAIL_NOT_VERIFIED: async () => beginLink('google', CHALLENGE, (await app.signUp()).token),
      REAUTHENTICATION_REQUIRED: stale(() => beginLink('google')),
    },
    [`get ${IDENTITIES}`]: { NOT_AUTHENTICATED: () => app.get(IDENTITIES) },
    [`delete ${IDENTITIES}/{identity_id}`]: {
      ...bodyFailures('DELETE', () => `${IDENTITIES}/${UNKNOWN}`, token),
      NOT_AUTHENTICATED: () => app.delete(`${IDENTITIES}/${UNKNOWN}`),
      IDENTITY_NOT_FOUND: () => unlink(UNKNOWN),
      LAST_SIGN_IN_METHOD: async () => {
        const signedIn = (await signInWith(mute, 'google', googleAccount(newEmail()))).json;
        const [{ identity_id }] = (await mute.get(IDENTITIES, { token: signedIn.token })).json.identities;
        return mute.delete(`${IDENTITIES}/${identity_id}`, { token: signedIn.token });
      },
      REAUTHENTICATION_REQUIRED: stale(() => unlink(UNKNOWN)),
    },
  };

  const form = (raw: string) => ({ raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

  const successes: Record<string, Scenario> = {
    [`get ${EXTERNAL}/providers`]: () => app.get(`${EXTERNAL}/providers`),
    [`post ${EXTERNAL}/{id}/start`]: () => begin('google'),
    [`get ${EXTERNAL}/{id}/callback`]: async () => {
      const { url } = (await start(app, 'google', pkce())).json;
      return sendCallback(await walkToCallback(url, googleAccount(newEmail())));
    },
    [`post ${EXTERNAL}/{id}/callback`]: async () => {
      const { url } = (await start(app, 'apple', pkce())).json;
      return sendCallback(await walkToCallback(url, { sub: 'ann', email: newEmail(), email_verified: true }));
    },
    [`post ${EXTERNAL}/{id}/backchannel-logout`]: async () =>
      app.post(LOGOUT, undefined, form(`logout_token=${await liar.idp.logoutToken({ claims: { sub: 'x' } })}`)),
    [`post ${EXTERNAL}/token`]: async () => redeem(app, await authorize(app, 'google', googleAccount(newEmail()))),
    'post /api/auth/token': async () => {
      const { code, verifier: code_verifier } = await authorize(app, 'google', googleAccount(newEmail()));
      return app.post('/api/auth/token', { code, code_verifier });
    },
    [`post ${EXTERNAL}/confirm`]: () => confirm(),
    [`post ${EXTERNAL}/confirm/verify`]: async () => verify(await mailed(newEmail())),
    [`post ${IDENTITIES}/{id}/start`]: () => startLink(app, 'google', user.token, pkce()),
    [`get ${IDENTITIES}`]: async () => {
      await linkWith(app, 'google', googleAccount(newEmail()), user.token);
      return app.get(IDENTITIES, { token: user.token });
    },
    [`delete ${IDENTITIES}/{identity_id}`]: async () => {
      const { identity_id } = (await linkWith(app, 'google', googleAccount(newEmail()), user.token)).json;
      return unlink(identity_id);
    },
  };

  testDocument(
    () => app,
    (path) => EXTERNAL_PATHS.test(path),
    failures,
    successes,
    makeUser,
  );
});
