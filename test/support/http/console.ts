import { type Fenced, fencedUser, nowOf } from '../factors/factors.js';
import { ADMIN_TOKEN, type App, type SignedUp } from '../service/app.js';
import type { Answer } from './http.js';

const DAY = 86_400;

/** A browser at the console: the headers of its script, and the cookie that the service has set. */
export class ConsoleBrowser {
  cookie: string | undefined;

  constructor(private readonly app: App) {}

  /** The origin of BASE_URL. */
  get origin(): string {
    return this.app.service.url.replace('127.0.0.1', 'localhost');
  }

  /** What a browser sends besides the body. */
  headers(method = 'POST'): Record<string, string> {
    const own: Record<string, string> = method === 'GET' ? {} : { origin: this.origin };
    const cookie: Record<string, string> = this.cookie === undefined ? {} : { cookie: this.cookie };
    return { 'x-latchkey-console': '1', 'sec-fetch-site': 'same-origin', ...own, ...cookie };
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const all = { ...this.headers(method), ...headers };
    const answer = await this.app.service.call(method, `/api/admin${path}`, { body, headers: all });
    const set = answer.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0];
    return answer;
  }

  /** Signs in by an admin token, the access token of a user, or the link of the start. */
  signIn(proof: Record<string, unknown> = { token: ADMIN_TOKEN }): Promise<Answer> {
    return this.call('POST', '/session', proof);
  }

  read(): Promise<Answer> {
    return this.call('GET', '/session');
  }
}

/** A browser that is signed in by an admin token. */
export async function signedIn(app: App, token: string = ADMIN_TOKEN): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(app);
  (await browser.signIn({ token })).ok();
  return browser;
}

/** A browser at the console of a user whose second factor was shown too long ago. */
export async function lateConsole(app: App, admin_scopes: string[]): Promise<ConsoleBrowser> {
  const { uid, token } = await administrator(app, admin_scopes);
  const browser = await signedIn(app, token);
  await app.sql('UPDATE sessions SET factor_time = 1 WHERE uid = ?', [uid]);
  return browser;
}

/** A user with a second factor and these admin scopes, signed in with both factors after the scopes were given. */
export async function administrator(app: App, admin_scopes: string[]): Promise<Fenced> {
  const user = await fencedUser(app);
  await grant(app, user, admin_scopes);
  // A factor of the same second would not count as older than the session.
  await app.advance(1);
  return signInAgain(app, user);
}

/** A sign-in of a user by the password and a recovery code. */
export async function signInAgain(app: App, user: Fenced): Promise<Fenced> {
  const { mfa_token } = (await app.login(user.email, user.password)).json;
  const [recovery_code, ...recoveryCodes] = user.recoveryCodes;
  const answer = (await app.post('/api/auth/mfa/verify', { mfa_token, recovery_code })).ok();
  return { ...user, ...answer.json, recoveryCodes };
}

/** An administrator with an admin token that was made in the console. */
export async function makerOfToken(app: App, scopes = ['read', 'write', 'impersonate']) {
  const user = await administrator(app, scopes);
  const browser = await signedIn(app, user.token);
  const made = await makeToken(browser, scopes, (await nowOf(app)) + 30 * DAY);
  return { user, browser, id: String(made.json.id), token: String(made.json.token) };
}

/** Makes an admin token in the console. @param expires_at in epoch seconds */
export function makeToken(browser: ConsoleBrowser, scopes: string[], expires_at?: number): Promise<Answer> {
  return browser.call('POST', '/tokens', { name: 'Script', scopes, expires_at });
}

/** Gives scopes to a user without a factor or a proved address: they rest. */
export async function grantDirectly(app: App, uid: string, scopes: string): Promise<void> {
  await app.sql('UPDATE users SET admin_scopes = ?, list_admin = 1 WHERE uid = ?', [scopes, uid]);
}

export async function grant(app: App, { uid }: Pick<SignedUp, 'uid'>, admin_scopes: string[]): Promise<void> {
  (await app.admin('PATCH', `/users/${uid}`, { admin_scopes })).ok();
}

/** The token of the newest link that the start has printed. */
export function onceOf(log: string): string {
  return /\/console#once=([\w-]+)/.exec(log)?.[1] ?? '';
}
