import fc from 'fast-check';
import { askCode, cookieOf, fromPages, pageCode } from '../http/clients.js';
import { type Answer, expectFailure, sendPipelined } from '../http/http.js';
import { after, compare, type Expected, endOne, NOTHING, some } from './ends.js';
import { issueTokens, OF_LINK, OF_LOGIN, signIn } from './sign-in.js';
import {
  type AccessToken,
  address,
  fromNewest,
  kind,
  kindOfCaller,
  normal,
  type Pages,
  password,
  pick,
  type RefreshToken,
  type Session,
  WEAK,
  type World,
} from './world.js';

const GRACE = 10;
const REFRESH_TTL = 30 * 86_400;

/** A token of any age; one in ten is not a token. */
const token = fc.oneof({ weight: 9, arbitrary: pick }, fc.constantFrom('garbage' as const, 'access' as const));
type Which = number | 'garbage' | 'access';

const held = (world: World, which: Which) =>
  typeof which === 'number' ? fromNewest(world.refreshTokens, which) : undefined;
const noToken = (world: World, which: Which) => (which === 'access' ? world.caller(0)?.text : undefined) ?? 'garbage';

export function login(world: World, email: string, given: string): Expected {
  const user = world.owner(normal(email));
  if (!user || user.password !== given) return 'INVALID_CREDENTIALS';
  return user.active ? signIn(world, user) : 'USER_DISABLED';
}

export function refresh(world: World, used: RefreshToken | undefined): Expected {
  if (!used) return 'INVALID_REFRESH_TOKEN';
  const { session, generation, exp } = used;
  if (exp <= world.now()) return 'EXPIRED_JWT';
  if (!world.isAlive(session) || !session.user.active) return 'INVALID_REFRESH_TOKEN';
  if (generation === session.generation) {
    const times = { movedAt: world.now(), expiresAt: world.now() + REFRESH_TTL };
    Object.assign(session, { generation: generation + 1, ...times });
  } else if (generation < session.generation - 1 || world.now() - session.movedAt > GRACE) {
    endOne(world, session, 'ended');
    return 'INVALID_REFRESH_TOKEN';
  }
  return issueTokens(world, session, OF_LINK);
}

/** `null` stands for a text that is no token. */
function logout(world: World, caller: AccessToken, given: RefreshToken | null | undefined): Expected {
  if (!world.mayChange(caller)) return 'NOT_AUTHENTICATED';
  const { user } = caller.session;
  if (given === null || (given && given.session.user !== user)) return 'INVALID_REFRESH_TOKEN';
  if (!given) after(world, 'loggedOut', user);
  else if (world.isAlive(given.session)) endOne(world, given.session, 'loggedOut');
  return NOTHING;
}

function list(world: World, caller: AccessToken): Expected {
  if (!world.accepts(caller)) return 'NOT_AUTHENTICATED';
  const alive = world
    .alive(caller.session.user)
    .map(({ id }) => some({ session_id: id, current: id === caller.session.id }));
  return { fields: { sessions: alive.reverse() } };
}

/**
 * Sends an old refresh token and the newest one of its session in one TCP write: a theft, whatever the answer to the newest
 * one is.
 */
async function replay(world: World, which: number): Promise<void> {
  const replaced = world.refreshTokens.filter(
    ({ session, generation, exp }) =>
      world.isAlive(session) && session.user.active && generation <= session.generation - 2 && exp > world.now(),
  );
  const old = fromNewest(replaced, which);
  const isCurrent = ({ session, generation }: RefreshToken) =>
    session === old?.session && generation === session.generation;
  const current = world.refreshTokens.findLast(isCurrent);
  if (!old || !current) return;
  refresh(world, old);
  const posts = [current, old].map(({ text }) => ({ path: '/api/auth/user/refresh', body: { refresh_token: text } }));
  const answers = await sendPipelined(world.app.service.url, posts);
  expectFailure(answers[1] as Answer, 'INVALID_REFRESH_TOKEN');
}

export const SESSION_STEPS = {
  login: kind<{ address: number; password: string }>(
    { address, password: fc.oneof(password, fc.constant('right')) },
    (world, step) => {
      const email = world.email(step.address);
      const given = step.password === 'right' ? (world.owner(email)?.lastPassword ?? WEAK) : step.password;
      return compare(login(world, email, given), () => world.app.login(email.toUpperCase(), given));
    },
  ),
  refresh: kind<{ token: Which }>({ token }, (world, step) => {
    const used = held(world, step.token);
    return compare(refresh(world, used), () => world.app.refresh(used?.text ?? noToken(world, step.token)));
  }),
  logout: kindOfCaller<{ token: Which | undefined }>(
    { token: fc.option(token, { nil: undefined }) },
    (world, caller, step) => {
      const given = step.token === undefined ? undefined : (held(world, step.token) ?? null);
      const body = step.token === undefined ? {} : { refresh_token: given?.text ?? noToken(world, step.token) };
      const post = () => world.app.post('/api/auth/user/logout', body, { token: caller.text });
      return compare(logout(world, caller, given), post);
    },
  ),
  endSession: kindOfCaller<{ session: number }>({ session: pick }, async (world, caller, step) => {
    const session = fromNewest(world.sessions, step.session);
    if (!session) return;
    const own = session.user === caller.session.user && world.isAlive(session);
    const refused = !world.mayChange(caller) ? 'NOT_AUTHENTICATED' : own ? undefined : 'SESSION_NOT_FOUND';
    if (!refused) endOne(world, session, 'ended');
    const path = `/api/auth/user/sessions/${session.id}`;
    await compare(refused ?? NOTHING, () => world.app.delete(path, { token: caller.text }));
  }),
  listSessions: kindOfCaller({}, (world, caller) =>
    compare(list(world, caller), () => world.app.get('/api/auth/user/sessions', { token: caller.text })),
  ),
  replay: kind<{ token: number }>({ token: pick }, (world, step) => replay(world, step.token)),
};

/** Signs in on the sign-in pages, whose refresh token is in a cookie. */
async function signInAtPages(world: World, email: string): Promise<void> {
  const user = world.owner(email);
  if (!user || user.password === null) return;
  const password = user.password;
  const expected = login(world, email, password);
  const headers = fromPages(world.app);
  const answer = await world.app.post('/api/auth/user/login', { email, password }, { headers });
  if (typeof expected === 'string') return expectFailure(answer, expected);
  if ('fails' in expected) {
    expectFailure(answer, expected.fails);
    return expected.learn?.(answer.json);
  }
  expect(answer.status).toBe(200);
  expected.learn?.(answer.json);
  // The cookie has the refresh token.
  world.refreshTokens.pop();
  const session = world.sessions.at(-1) as Session;
  world.pages.push({ session, token: answer.json.token, cookie: cookieOf(answer)?.pair ?? '' });
}

/** Opens the session of a product in that of the pages. Nothing is shown in it. */
export async function openProduct(world: World, pages: Pages): Promise<void> {
  const { session: parent } = pages;
  const { user } = parent;
  if (!world.isAlive(parent) || !user.active)
    return expectFailure(await askCode(world.app, pages), 'NOT_AUTHENTICATED');
  const body = await pageCode(world.app, pages);
  const unused = { id: '', parent, generation: 0, movedAt: world.now(), authTime: 0, factorTime: 0 };
  const session: Session = { ...parent, ...unused };
  world.sessions.push(session);
  await compare(issueTokens(world, session, OF_LOGIN), () => world.app.post('/api/auth/token', body));
}

export const PRODUCT_STEPS = {
  signInAtPages: kind<{ address: number }>({ address }, (world, step) =>
    signInAtPages(world, world.email(step.address)),
  ),
  openProduct: kind<{ pages: number }>({ pages: pick }, async (world, step) => {
    const pages = fromNewest(world.pages, step.pages);
    if (pages) await openProduct(world, pages);
  }),
};
