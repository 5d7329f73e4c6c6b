import { expectFailure } from '../http/expect.js';
import { askCode, fromPages, pageCode } from '../http/pages.js';
import { cookieOf } from '../http/session-cookie.js';
import { compare } from './expected.js';
import { login } from './sessions.js';
import { issueTokens, OF_LOGIN } from './sign-in.js';
import type { Pages, Session } from './state.js';
import { address, fromNewest, kind, pick, type World } from './world.js';

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
