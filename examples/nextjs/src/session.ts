const AUTH_URL = process.env.AUTH_URL ?? 'http://localhost:3000';
const SECURE = process.env.NODE_ENV === 'production';
export const ACCESS = SECURE ? '__Host-access' : 'access';
const REFRESH = SECURE ? '__Host-refresh' : 'refresh';
/** As `REFRESH_TOKEN_TTL` of the service. */
const REFRESH_SECONDS = 30 * 86_400;
const MARGIN_SECONDS = 30;
type Tokens = { access: string; refresh: string };

/** Calls the service, with the address of the visitor for its limits. */
export function callAuth(method: string, path: string, visitor: Headers, body?: object, access?: string) {
  const headers = new Headers({ 'content-type': 'application/json' });
  const forwarded = visitor.get('x-forwarded-for');
  if (forwarded) headers.set('x-forwarded-for', forwarded);
  if (access) headers.set('authorization', `Bearer ${access}`);
  const sent = fetch(AUTH_URL + path, { method, headers, body: body && JSON.stringify(body), cache: 'no-store' });
  return sent.catch(() => Response.json(OUT_OF_REACH, { status: 503 }));
}
const OUT_OF_REACH = { code: 'UNAVAILABLE', message: 'The auth service is out of reach.' };

/** Returns undefined if one of these codes says that the session has ended. Any other failure is thrown: the session may live. */
async function unless(answer: Response, ...codes: string[]): Promise<undefined> {
  const { code, message } = await answer.json().catch(() => ({}));
  if (!codes.includes(code)) throw new Error(message ?? `The auth service answered ${answer.status}.`);
}

/** The user of an access token; undefined if the service refuses it. */
export async function readUser(access: string, visitor: Headers): Promise<{ uid: string; email: string } | undefined> {
  const answer = await callAuth('GET', '/api/auth/user', visitor, undefined, access);
  return answer.ok ? answer.json() : unless(answer, 'NOT_AUTHENTICATED', 'USER_NOT_FOUND');
}

/** Exchanges the refresh token in the cookies; undefined if the session has ended. */
export async function refresh({ headers }: Request): Promise<Tokens | undefined> {
  const refresh_token = cookie(headers, REFRESH);
  if (!refresh_token) return undefined;
  const answer = await callAuth('POST', '/api/auth/user/refresh', headers, { refresh_token });
  if (!answer.ok) return unless(answer, 'INVALID_REFRESH_TOKEN', 'EXPIRED_JWT');
  const tokens = await answer.json();
  return { access: tokens.access_token, refresh: tokens.refresh_token };
}

/** How many seconds an access token is used, by the clock of the service alone: that of this machine may be wrong. */
function lifeOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const { exp, iat } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
  return Math.max(0, exp - iat - MARGIN_SECONDS);
}

/** Sets the cookies of a session, or removes them. */
export function setSession(headers: Headers, tokens: Tokens | undefined): void {
  const lifetime = tokens ? lifeOf(tokens.access) : 0;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${SECURE ? '; Secure' : ''}`;
  headers.append('set-cookie', `${ACCESS}=${tokens?.access ?? ''}; Max-Age=${lifetime}; ${attributes}`);
  const kept = tokens ? REFRESH_SECONDS : 0;
  headers.append('set-cookie', `${REFRESH}=${tokens?.refresh ?? ''}; Max-Age=${kept}; ${attributes}`);
}

function cookie(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(/; */);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}
