import { type ErrorCode, LatchkeyError } from '../errors.js';
import { bearer, dataOf, type Schemas, type Wire } from '../wire.js';
import { type SignedOutReason, type Tokens, tokensOf } from './tokens.js';

/** Shorter than the time for which the service still takes the token before, so that a lost answer can be asked for again. */
const TIMEOUT_MS = 8_000;
const RETRY_AFTER_MS = 1_000;

/** What the service says to a session that is over. */
const OVER: unknown[] = ['INVALID_REFRESH_TOKEN', 'EXPIRED_JWT', 'NOT_AUTHENTICATED'] satisfies ErrorCode[];

/** The next tokens, or why there are none. Whatever is not the service's own refusal is thrown, and ends nothing. */
export async function exchange(wire: Wire, tokens: Tokens): Promise<Tokens | { ended: SignedOutReason }> {
  try {
    const { uid, access_token, refresh_token } = await refresh(wire, tokens);
    return tokensOf(uid, access_token, refresh_token);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EXPIRED_JWT') return { ended: 'expired' };
    if (code === 'INVALID_REFRESH_TOKEN') return { ended: await whyRefused(wire, tokens) };
    throw error;
  }
}

/** Signs out at the service, also with an access token that is over. */
export async function logOut(wire: Wire, tokens: Tokens, everywhere: boolean): Promise<void> {
  const send = (access: string, refresh_token: string) => {
    const body = everywhere ? {} : { refresh_token };
    // A page that is left at once still gets it sent.
    return dataOf(wire.POST('/api/auth/user/logout', { headers: bearer(access), body, keepalive: true }));
  };
  try {
    await send(tokens.access, tokens.refresh).catch(async (error) => {
      if (codeOf(error) !== 'NOT_AUTHENTICATED') throw error;
      const { access_token, refresh_token } = await refresh(wire, tokens);
      await send(access_token, refresh_token);
    });
  } catch (error) {
    // The session is gone, but the others of the user are not.
    if (everywhere || !OVER.includes(codeOf(error))) throw error;
  }
}

/** Asks again once, soon: if only the answer was lost, the service has replaced the token already. */
async function refresh(wire: Wire, { refresh: refresh_token }: Tokens): Promise<Schemas['Refreshed']> {
  const send = () =>
    dataOf(wire.POST('/api/auth/user/refresh', { body: { refresh_token }, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  try {
    return await send();
  } catch (error) {
    if (error instanceof LatchkeyError && error.status > 0 && error.status < 500) throw error;
    await new Promise((next) => setTimeout(next, RETRY_AFTER_MS));
    return send();
  }
}

/** An access token that still lives reads the user, also one that was disabled. */
async function whyRefused(wire: Wire, { access }: Tokens): Promise<SignedOutReason> {
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
