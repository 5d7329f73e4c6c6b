import fc from 'fast-check';
import { expectFailure } from '../http/expect.js';
import { isUsable, keptLinks, newLink, refuseLink } from './emails.js';
import { after } from './ends.js';
import { answerOfRedirect, compare, type Expected, NOTHING } from './expected.js';
import { OF_LINK, signIn } from './sign-in.js';
import type { AccessToken, Link } from './state.js';
import { address, fromNewest, isWeak, kind, kindOfCaller, password, pick, type World } from './world.js';

type Type = 'magic_link' | 'verify_email' | 'reset_password';
/** How a verification link is used: by a scanner, by the button of its page, or by "This was not me". */
type Use = 'scanner' | 'button' | 'disown';
interface Following {
  password: string;
  use: Use;
}

const type = fc.constantFrom<Type>('magic_link', 'verify_email', 'reset_password');
const use = fc.constantFrom<Use>('scanner', 'button', 'disown');
const isHeld = ({ purpose }: Link) => ['magic_link', 'verify_email', 'reset_password'].includes(purpose);

/** Gets a link from the admin API, which it does not email. */
async function getLink(world: World, which: number, type: Type): Promise<Link | undefined> {
  const email = world.email(which);
  const user = world.owner(email);
  const answer = await world.app.admin('POST', '/links', { type, email });
  const verified = user?.verified && type === 'verify_email' ? 'EMAIL_ALREADY_VERIFIED' : undefined;
  const failure = !user ? 'USER_NOT_FOUND' : user.active ? verified : 'USER_DISABLED';
  if (failure || !user) {
    expectFailure(answer, failure ?? '');
    return undefined;
  }
  const link = Object.assign(newLink(world, type, user), { byAdministrator: true });
  link.text = type === 'reset_password' ? answer.json.token : answer.json.link;
  return link;
}

/** A magic link signs in. The first proof by one of an administrator removes the password and the sessions. */
function followMagicLink(world: World, link: Link): Expected {
  const refused = refuseLink(world, link);
  if (refused) return refused;
  link.used = true;
  return signIn(world, link.user, { provesAddress: true, byAdministrator: true }, OF_LINK);
}

/** The verification link of an administrator proves the email like the word of the administrator, also without the button. */
function verify(world: World, link: Link, how: Use): Expected {
  const { user } = link;
  const refused = refuseLink(world, link);
  if (refused) return refused;
  if (how === 'disown') {
    if (user.proved) return 'LINK_EXPIRED';
    world.setPassword(user, null);
    after(world, 'passwordSet', user);
  } else if (!user.verified || !user.proved) {
    world.change(user, { verified: true, claimed: false, proved: true });
  }
  link.used = true;
  return NOTHING;
}

function reset(world: World, link: Link, next: string): Expected {
  const { user } = link;
  if (user.deleted) return 'NOT_AUTHENTICATED';
  if (!isUsable(world, link)) return 'INVALID_PASSWORD';
  if (isWeak(next)) return 'WEAK_PASSWORD';
  link.used = true;
  world.setPassword(user, next);
  world.change(user, { verified: true, claimed: false, proved: true });
  after(world, 'passwordSet', user);
  return NOTHING;
}

export async function follow(world: World, link: Link, { password, use }: Following): Promise<void> {
  const { app } = world;
  switch (link.purpose) {
    case 'magic_link':
      return compare(followMagicLink(world, link), async () => answerOfRedirect(await app.follow(link.text)));
    case 'verify_email': {
      const url = use === 'disown' ? link.text.replace('/confirm', '/refuse') : link.text;
      const method = use === 'scanner' ? 'GET' : 'POST';
      return compare(verify(world, link, use), async () => answerOfRedirect(await app.follow(url, method)));
    }
    default: {
      const body = { old_password: link.text, new_password: password };
      return compare(reset(world, link, password), () => app.patch('/api/auth/user/change-password', body));
    }
  }
}

/** @param caller a person who is signed in to the account: then the proof of the email changes nothing else */
function enterCode(world: World, link: Link, caller?: AccessToken): Expected {
  const { user } = link;
  if (caller && !world.mayChange(caller)) return 'NOT_AUTHENTICATED';
  if (user.deleted || link.used || link.tries >= 5) return 'INVALID_CODE';
  link.tries += 1;
  if (!isUsable(world, link)) return user.active ? 'INVALID_CODE' : 'USER_DISABLED';
  const isOwner = caller?.session.user === user;
  if (isOwner && !world.isAlive(caller.session)) return 'NOT_AUTHENTICATED';
  link.used = true;
  if (isOwner && !user.proved) world.change(user, { verified: true, claimed: false, proved: true });
  return signIn(world, user, { provesAddress: !isOwner });
}

export const useCode = (world: World, link: Link, caller?: AccessToken) =>
  compare(enterCode(world, link, caller), () =>
    world.app.post('/api/auth/email-code/verify', link.code, caller && { token: caller.text }),
  );

async function askForCode(world: World, which: number): Promise<void> {
  const user = world.owner(world.email(which));
  if (!user?.active) return;
  const { email } = user;
  const code = await world.mail.codeAfter(email, () => world.app.post('/api/auth/email-code', { email }));
  Object.assign(newLink(world, 'email_code', user), { code });
}

const codes = (world: World) => keptLinks(world).filter(({ code }) => code);

export const LINK_STEPS = {
  /** Uses a new link at once. */
  useLink: kind<Following & { address: number; type: Type }>({ address, type, password, use }, async (world, step) => {
    const link = await getLink(world, step.address, step.type);
    if (link) await follow(world, link, step);
  }),
  getLink: kind<{ address: number; type: Type }>({ address, type }, (world, step) =>
    getLink(world, step.address, step.type),
  ),
  followLink: kind<Following & { link: number }>({ link: pick, password, use }, async (world, step) => {
    const link = fromNewest(keptLinks(world).filter(isHeld), step.link);
    if (link) await follow(world, link, step);
  }),
  askForCode: kind<{ address: number }>({ address }, (world, step) => askForCode(world, step.address)),
  enterCode: kind<{ link: number }>({ link: pick }, async (world, step) => {
    const link = fromNewest(codes(world), step.link);
    if (link) await useCode(world, link);
  }),
  enterOwnCode: kindOfCaller<{ link: number }>({ link: pick }, async (world, caller, step) => {
    const link = fromNewest(codes(world), step.link);
    if (link) await useCode(world, link, caller);
  }),
};
