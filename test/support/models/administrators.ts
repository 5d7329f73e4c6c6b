import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { ConsoleBrowser } from '../http/console.js';
import type { Answer } from '../http/http.js';
import { ALL_SCOPES, patch, scopes, setScopes, usableScopes, widens } from './admin-users.js';
import { compare, type Expected, NOTHING, revokeTokensOf, some, takeAlong, workersOf } from './ends.js';
import {
  type AccessToken,
  type AdminToken,
  address,
  type ConsoleSession,
  fromNewest,
  type Kind,
  kind,
  kindOfCaller,
  pick,
  type Session,
  type Thing,
  type User,
  type World,
} from './world.js';

const IDLE = 1_800;
const LONGEST = 8 * 3_600;
const DAY = 86_400;
const MOST_MAKERS = 5;
const NO_LIMITS = { expiresAt: null, makers: 0 };
/** The scopes of the token of the environment. */
const EVERY_SCOPE = ALL_SCOPES;

/** An administrator who makes a request: a user at the console, or an admin token. */
interface By {
  maker: User | AdminToken;
  scopes: string[];
  expiresAt: number | null;
  /** How many makers limit a token, one after the other. */
  makers: number;
  session?: Session;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** The console needs two factors, of which the second one is older than the session: a thief could add one. */
const mayAdminister = (world: World, session: Session) =>
  !session.parent && session.earlierFactor && world.isRecent(session, true);

export async function openConsole(world: World, caller: AccessToken): Promise<void> {
  const { session } = caller;
  const browser = new ConsoleBrowser(world.app);
  const refuse = () => {
    if (!world.mayChange(caller)) return 'NOT_AUTHENTICATED';
    if (usableScopes(world, session.user).length === 0) return 'NOT_AUTHORIZED';
    return mayAdminister(world, session) ? undefined : 'REAUTHENTICATION_REQUIRED';
  };
  const now = world.now();
  const learn = () => {
    world.consoles.push({ browser, session, ended: false, lastUsedAt: now, expiresAt: now + LONGEST });
  };
  const { uid, scopes } = session.user;
  await compare(refuse() ?? { fields: some({ uid, scopes }), learn }, () => browser.signIn({ token: caller.text }));
}

/** The administrator at a console; undefined when its session has ended, or the user may not administer any more. */
function atConsole(world: World, console: ConsoleSession): By | undefined {
  const { browser, session, ended, lastUsedAt, expiresAt } = console;
  const now = world.now();
  if (ended || expiresAt <= now || lastUsedAt + IDLE <= now) return undefined;
  if (lastUsedAt <= now - 60) console.lastUsedAt = now;
  const scopes = usableScopes(world, session.user);
  const send = browser.call.bind(browser);
  return scopes.length === 0 ? undefined : { maker: session.user, scopes, expiresAt: null, makers: 0, session, send };
}

/** The administrator with a token, which works only while each maker of it does. */
function withToken(world: World, token: AdminToken): By | undefined {
  const { scopes, maker, text } = token;
  if (token.revoked || (token.expiresAt !== null && token.expiresAt <= world.now())) return undefined;
  const by = maker && ('uid' in maker ? { ...NO_LIMITS, scopes: usableScopes(world, maker) } : withToken(world, maker));
  if (maker && !(by && scopes.every((scope) => by.scopes.includes(scope)))) return undefined;
  const ends = [token.expiresAt, by?.expiresAt ?? null].filter((end) => end !== null);
  const send = (method: string, path: string, body?: unknown) => world.app.admin(method, path, body, text);
  const makers = by ? by.makers + 1 : 0;
  return { maker: token, scopes, expiresAt: ends.length > 0 ? Math.min(...ends) : null, makers, send };
}

interface NewToken {
  scopes: string[];
  expires: 'soon' | 'late' | 'never';
}

/** A token has no more scopes and lives no longer than its maker. */
async function makeToken(world: World, by: By | undefined, send: By['send'], wanted: NewToken): Promise<void> {
  const { scopes, expires } = wanted;
  const expires_at = { soon: world.now() + 1_800, late: world.now() + 100 * DAY, never: undefined }[expires];
  const expiresAt = expires_at ?? null;
  const refuse = () => {
    if (!by) return 'NOT_AUTHENTICATED';
    if (!by.scopes.includes('write') || !scopes.every((scope) => by.scopes.includes(scope))) return 'NOT_AUTHORIZED';
    if (by.expiresAt !== null && (expiresAt === null || expiresAt > by.expiresAt)) return 'NOT_AUTHORIZED';
    if (by.makers >= MOST_MAKERS) return 'NOT_AUTHORIZED';
    if ('uid' in by.maker && expires !== 'soon') return 'INVALID_REQUEST';
    return !by.session || mayAdminister(world, by.session) ? undefined : 'REAUTHENTICATION_REQUIRED';
  };
  const learn = ({ id, token: text }: { id: string; token: string }) => {
    const unused = { createdAt: world.now(), revoked: false, taken: [] };
    world.adminTokens.push({ id, text, scopes, expiresAt, maker: by?.maker, ...unused });
  };
  const fields = { id: expect.any(String), token: expect.any(String) };
  const expected: Expected = refuse() ?? { fields, learn };
  await compare(expected, () => send('POST', '/tokens', { name: 'Random', scopes, expires_at }));
}

export const useConsole = (world: World, console: ConsoleSession) => {
  const by = atConsole(world, console);
  return compare(by ? { fields: some({ scopes: by.scopes }) } : 'NOT_AUTHENTICATED', () => console.browser.read());
};

export const useToken = (world: World, token: AdminToken) => {
  const by = withToken(world, token);
  const expected = by ? { fields: some({ users: expect.any(Array) }) } : 'NOT_AUTHENTICATED';
  return compare(expected, () => world.app.admin('GET', '/users?limit=1', undefined, token.text));
};

/** Tries to make what lives longer than its maker: a token, and an administrator. */
export async function outliveToken(world: World, token: AdminToken): Promise<void> {
  const send: By['send'] = (method, path, body) => world.app.admin(method, path, body, token.text);
  await makeToken(world, withToken(world, token), send, { scopes: ['read'], expires: 'late' });
  const user = world.user(0);
  if (user && token.expiresAt !== null) await giveScopes(world, token, user, ALL_SCOPES);
}

/** The first token of a sequence, in place of that of the environment: no other sequence uses it. */
async function firstToken(world: World, wanted: NewToken): Promise<void> {
  const all = { scopes: EVERY_SCOPE, ...NO_LIMITS };
  const send: By['send'] = (method, path, body) => world.app.admin(method, path, body);
  const environment = { id: '', text: '', maker: undefined, createdAt: 0, revoked: false, taken: [], ...all };
  await makeToken(world, { maker: environment, send, ...all }, send, wanted);
}

const NEW_THINGS = {
  clients: () => ({ name: 'C', scopes: ['a'], audiences: ['b'] }),
  webhooks: () => ({ url: 'http://127.0.0.1:9/', types: ['admin.key_rotated'] }),
  providers: () => ({ id: `p-${randomBytes(8).toString('hex')}`, ...CORP }),
};
const CORP = { kind: 'oidc', name: 'Corp', issuer: 'https://idp.example', client_id: 'us', client_secret: 'x' };
const IDS = { clients: 'client_id', webhooks: 'webhook_id', providers: 'id' };
const what = fc.constantFrom<Thing['kind']>('clients', 'webhooks', 'providers');

/** What lasts needs a factor that was shown in the session of late: the cookie of the console alone does not make it. */
async function makeThing(world: World, by: By | undefined, send: By['send'], kind: Thing['kind']): Promise<void> {
  const refuse = () => {
    if (!by) return 'NOT_AUTHENTICATED';
    if (!by.scopes.includes(kind)) return 'NOT_AUTHORIZED';
    return !by.session || mayAdminister(world, by.session) ? undefined : 'REAUTHENTICATION_REQUIRED';
  };
  const learn = ({ [IDS[kind]]: id }: Record<string, string>) => {
    if (by && id) world.things.push({ kind, id, maker: by.maker, createdAt: world.now(), active: true });
  };
  await compare(refuse() ?? { fields: some({ [IDS[kind]]: expect.any(String) }), learn }, () =>
    send('POST', `/${kind}`, NEW_THINGS[kind]()),
  );
}

/** A stolen token takes along what it has made, and what its tokens and administrators have. One that is only replaced leaves it. */
export async function revokeToken(world: World, token: AdminToken, stolen: boolean): Promise<void> {
  const revoke = () => world.app.admin('DELETE', `/tokens/${token.id}`, stolen ? { stolen } : undefined);
  if (token.revoked && !stolen) return compare('TOKEN_NOT_FOUND', revoke);
  const workers = workersOf(world, token, 0);
  token.revoked = true;
  revokeTokensOf(world, token);
  if (!stolen) return compare(NOTHING, revoke);
  const taken = takeAlong(world, workers, token);
  const learn = (json: Record<string, string[]>) => {
    const sorted = (lists: Record<string, string[] | undefined>) =>
      Object.keys(taken).map((kind) => [...(lists[kind] ?? [])].sort());
    expect(sorted(json)).toEqual(sorted(taken));
  };
  await compare({ fields: some({}), learn }, revoke);
}

/** What would outlive a token that expires is not given by it. */
function giveScopes(world: World, token: AdminToken, user: User, given: string[]): Promise<void> {
  const by = withToken(world, token);
  const refuse = () => {
    if (!by) return 'NOT_AUTHENTICATED';
    const needed = ['write', 'admins', ...user.scopes, ...given];
    const may = needed.every((scope) => by.scopes.includes(scope)) && (by.expiresAt === null || !widens(given, user));
    return may ? setScopes(world, user, given, token) : 'NOT_AUTHORIZED';
  };
  return patch(world, user, { admin_scopes: given }, refuse, token.text);
}

/** A new user who can sign in. */
async function makeUser(world: World, token: AdminToken, email: string): Promise<void> {
  const by = withToken(world, token);
  const now = world.now();
  const password = 'correct horse battery staple';
  const user: User = {
    uid: '',
    email,
    ...{ password, lastPassword: password, passwordVersion: 0, passwordSetAt: 0 },
    ...{ mfaEnabledAt: 0, mfaDisabledAt: 0, factorVersion: 0 },
    ...{ active: true, deleted: false, verified: false, claimed: false, proved: false, metadata: '{}' },
    ...{ createdAt: now, updatedAt: now, lastLogin: null, claimsAt: 0, maker: token },
    ...{ mfaEnabled: false, required: false, unlinked: false, scopes: [], recoveryCodes: [] },
  };
  const taken = world.owner(email) ? 'EMAIL_ALREADY_IN_USE' : undefined;
  const refused = !by ? 'NOT_AUTHENTICATED' : by.scopes.includes('write') ? taken : 'NOT_AUTHORIZED';
  const learn = ({ uid }: { uid: string }) => world.users.push(Object.assign(user, { uid }));
  const create = () => world.app.admin('POST', '/users', { email, password }, token.text);
  await compare(refused ?? { fields: some({ uid: expect.any(String) }), learn }, create);
}

/** The ways in which an administrator could become a user, or lock a user out. */
const TAKE_OVERS: [method: string, path: string, body?: object][] = [
  ['PATCH', '', { password: 'the password of a thief' }],
  ['PATCH', '', { email: 'thief@example.com' }],
  ['PATCH', '', { active: false }],
  ['PATCH', '', { email_verified: false }],
  ['DELETE', '/sessions'],
  ['POST', '/factors/reset', { reason: 'Of a thief', passkeys: true }],
  ['DELETE', ''],
];

/** An administrator cannot change a user who has a scope that the administrator lacks. */
export async function takeOver(world: World, token: AdminToken, user: User): Promise<void> {
  const by = withToken(world, token);
  const may = by?.scopes.includes('write') && user.scopes.every((scope) => by.scopes.includes(scope));
  if (may) return;
  for (const [method, path, body] of TAKE_OVERS) {
    const send = () => world.app.admin(method, `/users/${user.uid}${path}`, body, token.text);
    await compare(by ? 'NOT_AUTHORIZED' : 'NOT_AUTHENTICATED', send);
  }
}

/** Whether something that was made still works. */
export const readThing = (world: World, { kind, id, active }: Thing) =>
  compare({ fields: some({ [kind === 'providers' ? 'enabled' : 'active']: active }) }, () =>
    world.app.admin('GET', `/${kind}/${id}`),
  );

const wanted = {
  scopes: fc.constantFrom<string[]>(['read'], ['read', 'write'], ALL_SCOPES),
  expires: fc.constantFrom<NewToken['expires']>('soon', 'soon', 'soon', 'late', 'never'),
};

/** A kind of steps of an admin token with a user. */
function kindOfToken<T>(
  values: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
  run: (world: World, token: AdminToken, user: User, values: T) => Promise<unknown>,
): Kind<T & { token: number; user: number }> {
  const all = fc.record({ token: pick, user: pick, ...values });
  return {
    values: all as unknown as fc.Arbitrary<T & { token: number; user: number }>,
    async run(world, step) {
      const [token, user] = [fromNewest(world.adminTokens, step.token), world.user(step.user)];
      if (token && user) await run(world, token, user, step);
    },
  };
}

export const ADMINISTRATOR_STEPS = {
  openConsole: kindOfCaller({}, openConsole),
  useConsole: kind<{ console: number }>({ console: pick }, async (world, step) => {
    const console = fromNewest(world.consoles, step.console);
    if (console) await useConsole(world, console);
  }),
  makeTokenAtConsole: kind<NewToken & { console: number }>({ console: pick, ...wanted }, async (world, step) => {
    const console = fromNewest(world.consoles, step.console);
    if (console) await makeToken(world, atConsole(world, console), console.browser.call.bind(console.browser), step);
  }),
  makeTokenByToken: kind<NewToken & { token: number }>({ token: pick, ...wanted }, async (world, step) => {
    const token = fromNewest(world.adminTokens, step.token);
    if (!token) return firstToken(world, step);
    const send: By['send'] = (method, path, body) => world.app.admin(method, path, body, token.text);
    await makeToken(world, withToken(world, token), send, step);
  }),
  makeAtConsole: kind<{ console: number; what: Thing['kind'] }>({ console: pick, what }, async (world, step) => {
    const console = fromNewest(world.consoles, step.console);
    if (console)
      await makeThing(world, atConsole(world, console), console.browser.call.bind(console.browser), step.what);
  }),
  makeByToken: kind<{ token: number; what: Thing['kind'] }>({ token: pick, what }, async (world, step) => {
    const token = fromNewest(world.adminTokens, step.token);
    if (!token) return;
    const send: By['send'] = (method, path, body) => world.app.admin(method, path, body, token.text);
    await makeThing(world, withToken(world, token), send, step.what);
  }),
  giveScopes: kindOfToken<{ scopes: string[] }>({ scopes }, (world, token, user, step) =>
    giveScopes(world, token, user, step.scopes),
  ),
  makeUser: kindOfToken<{ address: number }>({ address }, (world, token, _user, step) =>
    makeUser(world, token, world.email(step.address)),
  ),
  takeOver: kindOfToken({}, takeOver),
  revokeToken: kind<{ token: number; stolen: boolean }>({ token: pick, stolen: fc.boolean() }, async (world, step) => {
    const token = fromNewest(world.adminTokens, step.token);
    if (token) await revokeToken(world, token, step.stolen);
  }),
  useToken: kind<{ token: number }>({ token: pick }, async (world, step) => {
    const token = fromNewest(world.adminTokens, step.token);
    if (token) await useToken(world, token);
  }),
};
