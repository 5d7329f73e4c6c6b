import { bearer, dataOf, type ErrorCode, type Fetch, LatchkeyError, type Schemas, type Wire } from '../wire.js';
import { type SignedOutReason, type Tokens, tokensOf } from './tokens.js';

/** Shorter than the grace period for the previous token, so that the request can be repeated when an answer is lost. */
const TIMEOUT_MS = 8_000;
const RETRY_AFTER_MS = 1_000;

/** The error codes of a session that has ended. */
const ENDED_CODES: unknown[] = ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT', 'NOT_AUTHENTICATED'] satisfies ErrorCode[];

/** Returns new tokens, or the reason why the session has ended. Throws all other errors: they do not end the session. */
export async function exchange(wire: Wire, tokens: Tokens): Promise<Tokens | { ended: SignedOutReason }> {
  try {
    const { uid, access_token, refresh_token = tokens.refresh } = await refresh(wire, tokens);
    return tokensOf(uid, access_token, refresh_token);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EXPIRED_JWT') return { ended: 'expired' };
    if (code === 'INVALID_REFRESH_TOKEN') return { ended: await refusalReason(wire, tokens) };
    throw error;
  }
}

/** What a sign-out ends: the session alone, also that of the sign-in pages in which it began, or all sessions of the user. */
export type SignOutExtent = 'here' | 'pages' | 'everywhere';

/** Signs out at the service. An expired access token is refreshed first. */
export async function logOut(wire: Wire, tokens: Tokens, extent: SignOutExtent): Promise<void> {
  const send = (access: string, refresh_token: string | undefined) => {
    const body = { here: { refresh_token }, pages: { parent: true }, everywhere: {} }[extent];
    // keepalive: the request is sent even if the user leaves the page.
    return dataOf(wire.POST('/api/auth/user/logout', { headers: bearer(access), body, keepalive: true }));
  };
  try {
    await send(tokens.access, tokens.refresh).catch(async (error) => {
      if (codeOf(error) !== 'NOT_AUTHENTICATED') throw error;
      const { access_token, refresh_token = tokens.refresh } = await refresh(wire, tokens);
      await send(access_token, refresh_token);
    });
  } catch (error) {
    // This session has ended, but the others that were to end may not have.
    if (extent !== 'here' || !ENDED_CODES.includes(codeOf(error))) throw error;
  }
}

/** Retries once after a short pause: if only the answer was lost, the service has already replaced the token. */
async function refresh(wire: Wire, { refresh: refresh_token }: Tokens): Promise<Schemas['Refreshed']> {
  // keepalive: a cookie is stored even if the user leaves the page.
  const keepalive = refresh_token === undefined;
  const send = () => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return dataOf(wire.POST('/api/auth/user/refresh', { body: { refresh_token }, signal, keepalive }));
  };
  try {
    return await send();
  } catch (error) {
    if (error instanceof LatchkeyError && error.status > 0 && error.status < 500) throw error;
    await new Promise((next) => setTimeout(next, RETRY_AFTER_MS));
    return send();
  }
}

/** A valid access token can still read the user, also a disabled one. */
async function refusalReason(wire: Wire, { access }: Tokens): Promise<SignedOutReason> {
  if (!access) return 'revoked';
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { active } = await dataOf(wire.GET('/api/auth/user', { headers: bearer(access), signal }));
    return active ? 'revoked' : 'disabled';
  } catch (error) {
    return codeOf(error) === 'USER_NOT_FOUND' ? 'deleted' : 'revoked';
  }
}

function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof LatchkeyError ? error.code : undefined;
}

/** The calls that answer, take, show or end the refresh token of a session. */
const DOORS =
  /\/(login|create|refresh|logout|user\/code|(auth|external)\/token|passkeys|(mfa|email-code|confirm)\/verify|totp\/[^/]+\/confirm)$/;

/** Keeps the refresh token of each answer in a cookie: that of a product, or of the sign-in pages. */
export function withCookie(send: Fetch, cookie: string): Fetch {
  return (request) => {
    if (request.method !== 'POST' || !DOORS.test(new URL(request.url).pathname)) return send(request);
    const withCredentials = new Request(request, { credentials: 'include' });
    withCredentials.headers.set('x-latchkey-session', cookie);
    return send(withCredentials);
  };
}

/** Ends the session of the cookie, with more as the extent says. */
export function logOutByCookie(wire: Wire, extent: SignOutExtent): Promise<void> {
  const body = { here: {}, pages: { parent: true }, everywhere: { all: true } }[extent];
  // keepalive: the request is sent even if the user leaves the page.
  return dataOf(wire.POST('/api/auth/user/logout', { body, keepalive: true }));
}
