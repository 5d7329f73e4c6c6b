import { fence } from '../support/factors/totp.js';
import { BAD_BODIES, EXTERNAL_PATHS, type Failures, type Scenario, testDocument } from '../support/http/openapi.js';
import { authorize, authorizeLink, googleAccount, redeem, unproved } from '../support/idp/external.js';
import { useIdp } from '../support/idp/idp.js';
import {
  type AddedProvider,
  addProvider,
  linkWith,
  pkce,
  signInWith,
  start,
  startLink,
} from '../support/idp/providers.js';
import { sendCallback, walkToCallback } from '../support/idp/walk.js';
import { newEmail, type SignedUp, useApp } from '../support/service/app.js';
import { useMail } from '../support/service/use-mail.js';

const REAUTH_MAX_AGE = 60;
const EXTERNAL = '/api/auth/external';
const IDENTITIES = '/api/auth/user/identities';
const LOGOUT = `${EXTERNAL}/liar/backchannel-logout`;
const CALLBACK = `${EXTERNAL}/google/callback`;
const UNKNOWN = '019391a0-0000-7000-8000-000000000000';

const { app, mail } = useMail({ IMPERSONATION: 'on', REAUTH_MAX_AGE: String(REAUTH_MAX_AGE) });
const mute = useApp();
const idp = useIdp();
let user: SignedUp;
let liar: AddedProvider;
beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
  await addProvider(app, idp, 'apple', { id: 'apple' });
  await addProvider(app, idp, 'liar', { id: 'down', lies: { at: { discovery: { status: 500, body: '{}' } } } });
  liar = await addProvider(app, idp, 'liar', { id: 'liar' });
  await addProvider(mute, idp, 'google', { id: 'google' });
});
beforeEach(async () => {
  user = await app.signUp();
  await app.prove(user.uid);
});

const token = () => user.token;
const noToken = () => undefined;
const CHALLENGE = { code_challenge: pkce().challenge };

function bodyFailures(method: string, path: () => string, bearer: () => string | undefined): Record<string, Scenario> {
  const sent = Object.entries(BAD_BODIES).map(([code, body]): [string, Scenario] => [
    code,
    () => app.service.call(method, path(), { token: bearer(), ...body }),
  ]);
  return Object.fromEntries(sent);
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
const signIn = (email = user.email, more: Record<string, unknown> = {}) =>
  signInWith(app, 'google', googleAccount(email), more);
const pending = async (email = newEmail(), more: Record<string, unknown> = {}) =>
  (await signInWith(app, 'google', unproved(email), more)).json.pending_token;
const confirm = async (email = newEmail()) => app.post(`${EXTERNAL}/confirm`, { pending_token: await pending(email) });
const verify = (body: object) => app.post(`${EXTERNAL}/confirm/verify`, body);
const mailed = async (email: string, more: Record<string, unknown> = {}) => {
  const pending_token = await pending(email, more);
  return mail.codeAfter(email, () => app.post(`${EXTERNAL}/confirm`, { pending_token }));
};
const requireFactor = () => app.admin('PATCH', `/users/${user.uid}`, { mfa: 'required' });
const unlink = (id: string, bearer: string | undefined = user.token) =>
  app.delete(`${IDENTITIES}/${id}`, { token: bearer });

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
  [`post ${EXTERNAL}/token`]: {
    ...bodyFailures('POST', () => `${EXTERNAL}/token`, noToken),
    NOT_AUTHENTICATED: async () => redeem(app, await authorizeLink(app, 'google', googleAccount('x'), user.token)),
    INVALID_CODE: () => app.post(`${EXTERNAL}/token`, {}),
    USER_DISABLED: async () => {
      await app.disable(user.uid);
      return signIn();
    },
    SIGN_UP_NOT_ALLOWED: () => signIn(newEmail(), { sign_up: false }),
    MFA_REQUIRED: async () => {
      await fence(app, user);
      return signIn();
    },
    MFA_ENROLMENT_REQUIRED: async () => {
      await requireFactor();
      return signIn();
    },
    EMAIL_CONFIRMATION_REQUIRED: () => signInWith(app, 'google', unproved(newEmail())),
    IDENTITY_ALREADY_LINKED: async () => {
      const account = googleAccount(newEmail());
      await signInWith(app, 'google', account);
      return linkWith(app, 'google', account, user.token);
    },
    EMAIL_NOT_VERIFIED: async () => {
      const returned = await authorizeLink(app, 'google', googleAccount(newEmail()), user.token);
      await app.sql('UPDATE users SET email_proved = 0 WHERE uid = ?', [user.uid]);
      return redeem(app, returned, user.token);
    },
  },
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
);
