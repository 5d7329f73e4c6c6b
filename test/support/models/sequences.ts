import fc from 'fast-check';
import { ACCOUNT_STEPS, ADDRESS_STEPS, adminView, hasButton, press } from './accounts.js';
import { ADMIN_USER_STEPS, ALL_SCOPES, workResets } from './admin-users.js';
import {
  ADMINISTRATOR_STEPS,
  openConsole,
  outliveToken,
  readThing,
  revokeToken,
  takeOver,
  useConsole,
  useToken,
} from './administrators.js';
import { compare, keptLinks } from './ends.js';
import { confirmWaiting, FACTOR_STEPS, isFirstStep, logInByPasskey, SECOND_STEPS, secondStep } from './factors.js';
import { login, openProduct, PRODUCT_STEPS, refresh, SESSION_STEPS } from './sessions.js';
import { comeBack, follow, LINK_STEPS, PROVIDER_STEPS, useCode } from './sign-in.js';
import { type Kind, kind, type Link, World } from './world.js';

const DAY = 86_400;

const KINDS = {
  ...ACCOUNT_STEPS,
  ...SESSION_STEPS,
  ...LINK_STEPS,
  ...ADDRESS_STEPS,
  ...FACTOR_STEPS,
  ...SECOND_STEPS,
  ...ADMIN_USER_STEPS,
  ...ADMINISTRATOR_STEPS,
  ...PRODUCT_STEPS,
  ...PROVIDER_STEPS,
  wait: kind<{ seconds: number }>(
    { seconds: fc.constantFrom(1, 4, 15, 31, 301, 605, 905, 2 * DAY, 20 * DAY) },
    (world, { seconds }) => wait(world, seconds),
  ),
};

async function wait(world: World, seconds: number): Promise<void> {
  // The job of the service looks for resets that are due twice a minute.
  const isDue = world.resets.some(({ dueAt }) => dueAt <= world.now() + seconds);
  await world.app.advance(isDue ? Math.max(seconds, 31) : seconds);
  world.hasWaited = true;
  await workResets(world);
}

type Name = keyof typeof KINDS;
type Values<Of> = Of extends Kind<infer T> ? T : never;
export type Step = { [One in Name]: { do: One } & Values<(typeof KINDS)[One]> }[Name];
type Weights = Partial<Record<Name, number>>;

/** Sequences of steps, in which each kind occurs as often as its weight. */
export function stepsOf(weights: Weights, minLength: number, maxLength: number): fc.Arbitrary<Step[]> {
  const steps = Object.entries(weights).map(([name, weight]) => {
    const values = KINDS[name as Name].values as fc.Arbitrary<object>;
    return { weight, arbitrary: values.map((facts) => ({ do: name, ...facts }) as Step) };
  });
  return fc.array(fc.oneof(...steps), { minLength, maxLength, size: 'max' });
}

/** Runs steps in the service and in the model, and compares the answers. */
export class Sequence {
  private readonly world: World;

  constructor(...of: ConstructorParameters<typeof World>) {
    this.world = new World(...of);
  }

  async run({ do: name, ...values }: Step): Promise<void> {
    await (KINDS[name] as Kind<object>).run(this.world, values);
  }

  /** Tries at the end all access that the steps have made, also where no step has asked for it. */
  async checkFinalState(): Promise<void> {
    const { world } = this;
    // A reset that was stopped must not happen.
    if (world.resetDelay > 0 && world.hasReset) await wait(world, world.resetDelay + 31);
    await this.checkUsers();
    await confirmWaiting(world);
    for (const thing of world.things) await readThing(world, thing);
    for (const console of world.consoles) await useConsole(world, console);
    for (const token of world.adminTokens.slice()) {
      await useToken(world, token);
      await outliveToken(world, token);
      for (const user of world.users.filter(({ scopes, deleted }) => scopes.length > 0 && !deleted))
        await takeOver(world, token, user);
    }
    await comeBack(world);
    for (const pages of world.pages) await openProduct(world, pages);
    for (const { email, lastPassword } of world.users) {
      await compare(login(world, email, lastPassword), () => world.app.login(email, lastPassword));
    }
    for (const session of world.sessions.slice()) {
      const isNewest = (one: (typeof world.refreshTokens)[number]) =>
        one.session === session && one.generation === session.generation;
      const held = world.refreshTokens.findLast(isNewest);
      if (held) await compare(refresh(world, held), () => world.app.refresh(held.text));
      const token = world.accessTokens.findLast((one) => one.session === session);
      if (token) await openConsole(world, token);
    }
    for (const waiting of world.challenges.filter(isFirstStep)) await secondStep(world, waiting, 'recovery');
    for (const passkey of world.passkeys) await logInByPasskey(world, passkey);
    for (const link of keptLinks(world)) await this.use(link);
    for (const token of world.adminTokens) await revokeToken(world, token, true);
    for (const thing of world.things) await readThing(world, thing);
    await this.checkUsers();
  }

  private async checkUsers(): Promise<void> {
    const { world } = this;
    for (const user of world.users) {
      await compare(adminView(world, user), () => world.app.admin('GET', `/users/${user.uid}`));
    }
  }

  private async use(link: Link): Promise<void> {
    const { world } = this;
    if (hasButton(link)) await press(world, link);
    else if (link.code) await useCode(world, link);
    else await follow(world, link, { password: 'an end of all that', use: 'scanner' });
  }
}

const USER = { address: 0, password: 'correct horse battery staple', metadata: '{}' };
const signUp = (email_verified: boolean): Step => ({ do: 'create', ...USER, login: true, email_verified });
const APP: Step[] = [
  { do: 'addApp', caller: 0 },
  { do: 'confirmApp', caller: 0, factor: 0, right: true },
];
const PASSKEY: Step = { do: 'addPasskey', caller: 0 };
const verify = (verified: boolean): Step => ({ do: 'setVerified', user: 0, verified });
const PROVED: Step[] = [signUp(false), verify(true)];
const BOTH: Step[] = [...PROVED, PASSKEY, ...APP];
const NEW_EMAIL: Step = { do: 'update', caller: 0, email: 3, metadata: undefined, confirmation: 'none' };
const FORGOTTEN: Step = { do: 'getLink', address: 0, type: 'verify_email' };
/** What a user can hold and an event can end. */
const HELD: Step[] = [
  { do: 'getLink', address: 0, type: 'magic_link' },
  { do: 'getLink', address: 0, type: 'reset_password' },
  { do: 'askForCode', address: 0 },
  { do: 'login', address: 0, password: 'right' },
  { do: 'askForPasskey', caller: 0 },
];

/** How sequences of any steps begin: with a user who is signed in. */
export const BEGINNINGS: Record<string, Step[]> = {
  claimed: [signUp(true)],
  stranger: [signUp(false)],
  owner: PROVED,
  withPasskey: [...PROVED, PASSKEY],
  withApp: [...PROVED, ...APP],
  withBoth: BOTH,
};

/** How short sequences of events begin, each of which may end access: with a user who holds much of it. */
const HOLDERS: Record<string, Step[]> = {
  ownerWithLinks: [signUp(false), FORGOTTEN, verify(true), ...HELD],
  strangerWithLinks: [signUp(false), FORGOTTEN, ...HELD.slice(0, -1)],
  withPasskeyAndLinks: [signUp(false), FORGOTTEN, verify(true), PASSKEY, ...HELD, NEW_EMAIL],
  withBothAndLinks: [...BOTH, ...HELD, NEW_EMAIL],
  demanded: [
    ...[...PROVED, PASSKEY],
    { do: 'setRequired', user: 0, required: true },
    { do: 'logInByPasskey', passkey: 0 },
    ...HELD,
  ],
  provided: [
    { do: 'provide', address: 0 },
    { do: 'login', address: 0, password: 'right' },
    ...HELD.slice(0, 2),
    FORGOTTEN,
  ],
  appWaits: [...PROVED, { do: 'login', address: 0, password: 'right' }, { do: 'addApp', caller: 0 }],
  unproved: [...BOTH, verify(false), ...HELD.slice(0, -1)],
  disowned: [
    { do: 'provide', address: 0 },
    { do: 'useLink', address: 0, type: 'verify_email', password: USER.password, use: 'disown' },
  ],
};

const AT_PAGES: Step[] = [
  { do: 'signInAtPages', address: 0 },
  { do: 'openProduct', pages: 0 },
];
const BY_PROVIDER: Step = { do: 'signInByProvider', address: 0, account: 0 };

/** The same where no time passes, for the sessions of products and an external provider. */
export const STILL_HOLDERS: Record<string, Step[]> = {
  ...HOLDERS,
  products: [...PROVED, ...AT_PAGES, ...HELD, { do: 'openProduct', pages: 0 }],
  leftPages: [...PROVED, ...AT_PAGES, { do: 'endAnySession', session: 1 }],
  byProvider: [...PROVED, BY_PROVIDER, ...HELD, NEW_EMAIL],
  signsOut: [...PROVED, BY_PROVIDER, ...HELD, { do: 'logOutByProvider', address: 0, account: 0 }],
  unlinked: [...PROVED, BY_PROVIDER, NEW_EMAIL, { do: 'unlink', caller: 0, identity: 0 }],
};

const SIGNED_IN_LATER: Step[] = [
  { do: 'wait', seconds: 31 },
  { do: 'logInTwice', user: 0, factor: 'app' },
];
const RESET: Step[] = [...BOTH, ...SIGNED_IN_LATER, { do: 'resetFactors', user: 0, passkeys: true }];
const ADMINISTRATOR: Step[] = [
  ...BOTH,
  { do: 'setScopes', user: 0, scopes: ALL_SCOPES },
  ...SIGNED_IN_LATER,
  { do: 'openConsole', caller: 0 },
];

/** The same where time passes. */
export const LATER_HOLDERS: Record<string, Step[]> = {
  ...HOLDERS,
  changed: [...BOTH, { do: 'wait', seconds: 31 }, NEW_EMAIL],
  signedIn: [...BOTH, ...SIGNED_IN_LATER, ...HELD],
  resetWaits: RESET,
  moved: [...RESET, { do: 'setEmail', user: 0, address: 3, verified: true }],
  administrator: [
    ...ADMINISTRATOR,
    { do: 'makeTokenAtConsole', console: 0, scopes: ALL_SCOPES, expires: 'soon' },
    { do: 'makeByToken', token: 0, what: 'clients' },
    { do: 'makeTokenByToken', token: 0, scopes: ['read'], expires: 'soon' },
  ],
  expiring: [...BOTH, { do: 'makeTokenByToken', token: 0, scopes: ALL_SCOPES, expires: 'soon' }],
  ranked: [
    { do: 'makeTokenByToken', token: 0, scopes: ALL_SCOPES, expires: 'never' },
    ...[...BOTH, { do: 'giveScopes', token: 0, user: 0, scopes: ALL_SCOPES } as const, ...SIGNED_IN_LATER],
    { do: 'openConsole', caller: 0 },
    { do: 'makeTokenByToken', token: 0, scopes: ['read', 'write'], expires: 'soon' },
    { do: 'makeUser', token: 0, user: 0, address: 1 },
  ],
  newCodes: [
    ...[...ADMINISTRATOR, { do: 'renewCodes', caller: 0 } as const],
    { do: 'reauthenticate', caller: 0, how: 'recovery' },
  ],
};

/** The steps that end access, or add it. */
export const EVENTS: Weights = {
  changePassword: 4,
  logout: 3,
  endSession: 2,
  remove: 1,
  update: 3,
  press: 6,
  useLink: 6,
  followLink: 4,
  enterCode: 2,
  enterOwnCode: 2,
  addApp: 1,
  confirmApp: 1,
  removeApp: 2,
  addPasskey: 2,
  removePasskey: 2,
  setMfa: 3,
  renewCodes: 2,
  secondStep: 3,
  logInByPasskey: 2,
  setActive: 2,
  blockForAWhile: 2,
  setVerified: 3,
  setPassword: 2,
  setEmail: 2,
  setScopes: 4,
  endSessions: 2,
  endAnySession: 2,
  resetFactors: 2,
  setRequired: 2,
  setClaims: 2,
};

/** Those that need a clock that stands still. */
export const STILL: Weights = {
  signInAtPages: 2,
  openProduct: 2,
  signInByProvider: 2,
  unlink: 2,
  logOutByProvider: 2,
};

export const ALL: Weights = {
  ...EVENTS,
  create: 2,
  login: 4,
  refresh: 4,
  listSessions: 1,
  replay: 1,
  read: 1,
  forgetAddress: 1,
  getLink: 2,
  askForCode: 1,
  addApp: 2,
  confirmApp: 3,
  addPasskey: 3,
  askForPasskey: 1,
  finishPasskey: 1,
  overview: 1,
  logInTwice: 2,
  reauthenticate: 2,
  setActive: 1,
};

/** The steps that matter where time passes. */
export const LATER: Weights = {
  wait: 6,
  reauthenticate: 3,
  openConsole: 3,
  useConsole: 2,
  makeTokenAtConsole: 2,
  makeTokenByToken: 2,
  useToken: 2,
  makeAtConsole: 3,
  makeByToken: 2,
  revokeToken: 3,
  giveScopes: 2,
  makeUser: 1,
  takeOver: 2,
};
