import fc from 'fast-check';
import type { App } from '../app.js';
import type { MailServer } from '../mail-server.js';
import { ACCOUNT_STEPS, adminView } from './accounts.js';
import { ADDRESS_STEPS, hasButton, press } from './addresses.js';
import { ADMIN_USER_STEPS } from './admin-users.js';
import { ADMINISTRATOR_STEPS, useConsole, useToken } from './administrators.js';
import { keptLinks } from './emails.js';
import { compare } from './expected.js';
import { FACTOR_STEPS } from './factors.js';
import { follow, LINK_STEPS, useCode } from './links.js';
import { isFirstStep, logInByPasskey, SECOND_STEPS, secondStep } from './second-steps.js';
import { login, refresh, SESSION_STEPS } from './sessions.js';
import type { Link } from './state.js';
import { type Kind, kind, World } from './world.js';

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
  wait: kind<{ seconds: number }>(
    { seconds: fc.constantFrom(1, 4, 15, 31, 301, 605, 905, 2 * DAY, 20 * DAY) },
    async (world, { seconds }) => {
      await world.app.advance(seconds);
      world.hasWaited = true;
    },
  ),
};
type Name = keyof typeof KINDS;
type Values<Of> = Of extends Kind<infer T> ? T : never;
export type Step = { [One in Name]: { do: One } & Values<(typeof KINDS)[One]> }[Name];
export type Weights = Partial<Record<Name, number>>;

/** Sequences of steps, in which each kind occurs as often as its weight. */
export function sequences(weights: Weights): fc.Arbitrary<Step[]> {
  const steps = Object.entries(weights).map(([name, weight]) => {
    const values = KINDS[name as Name].values as fc.Arbitrary<object>;
    return { weight, arbitrary: values.map((facts) => ({ do: name, ...facts }) as Step) };
  });
  return fc.array(fc.oneof(...steps), { minLength: 3, maxLength: 20, size: 'max' });
}

const USER = { address: 0, password: 'correct horse battery staple', metadata: '{}' };
const signUp = (email_verified: boolean): Step => ({ do: 'create', ...USER, login: true, email_verified });
const APP: Step[] = [
  { do: 'addApp', caller: 0 },
  { do: 'confirmApp', caller: 0, factor: 0, right: true },
];
const PASSKEY: Step = { do: 'addPasskey', caller: 0 };
const PROVED: Step[] = [signUp(false), { do: 'setVerified', user: 0, verified: true }];

/** Everything that a user can hold and an event can end. */
const HELD: Step[] = [
  { do: 'getLink', address: 0, type: 'magic_link' },
  { do: 'getLink', address: 0, type: 'reset_password' },
  { do: 'askForCode', address: 0 },
  { do: 'login', address: 0, password: 'right' },
  { do: 'askForPasskey', caller: 0 },
  { do: 'update', caller: 0, email: 3, metadata: undefined, confirmation: 'none' },
];
const FORGOTTEN: Step = { do: 'getLink', address: 0, type: 'verify_email' };

/** How sequences begin: each with a user who is signed in. */
export const BEGINNINGS = {
  claimed: [signUp(true)],
  stranger: [signUp(false)],
  owner: PROVED,
  withPasskey: [...PROVED, PASSKEY],
  withApp: [...PROVED, ...APP],
  withBoth: [...PROVED, PASSKEY, ...APP],
  holder: [signUp(false), FORGOTTEN, ...PROVED.slice(1), PASSKEY, ...APP, ...HELD],
} satisfies Record<string, Step[]>;

const SIGNED_IN_LATER: Step[] = [
  { do: 'wait', seconds: 31 },
  { do: 'logInTwice', user: 0, factor: 'app' },
];

/** The same where time passes. */
export const LATER_BEGINNINGS = {
  ...BEGINNINGS,
  signedInLater: [...PROVED, PASSKEY, ...APP, ...SIGNED_IN_LATER],
  administrator: [
    ...[...PROVED, PASSKEY, ...APP],
    { do: 'setScopes', user: 0, scopes: ['read', 'write'] },
    ...SIGNED_IN_LATER,
    { do: 'openConsole', caller: 0 },
    { do: 'makeTokenAtConsole', console: 0, scopes: ['read', 'write'], expires: 'soon' },
  ],
} satisfies Record<string, Step[]>;

/** Runs steps in the service and in the model, and compares the answers. */
export class Sequence {
  private readonly world: World;

  constructor(app: App, mail: MailServer, now: () => number, addresses: string[]) {
    this.world = new World(app, mail, now, addresses);
  }

  async run({ do: name, ...values }: Step): Promise<void> {
    await (KINDS[name] as Kind<object>).run(this.world, values);
  }

  /** Tries at the end all access that the steps have made, also where no step has asked for it. */
  async checkFinalState(): Promise<void> {
    const { world } = this;
    for (const user of world.users) {
      await compare(adminView(world, user), () => world.app.admin('GET', `/users/${user.uid}`));
    }
    for (const console of world.consoles) await useConsole(world, console);
    for (const token of world.adminTokens) await useToken(world, token);
    for (const { email, lastPassword } of world.users) {
      await compare(login(world, email, lastPassword), () => world.app.login(email, lastPassword));
    }
    for (const session of world.sessions.slice()) {
      const isNewest = (one: (typeof world.refreshTokens)[number]) =>
        one.session === session && one.generation === session.generation;
      const held = world.refreshTokens.findLast(isNewest);
      if (held) await compare(refresh(world, held), () => world.app.refresh(held.text));
    }
    for (const waiting of world.challenges.filter(isFirstStep)) await secondStep(world, waiting, 'recovery');
    for (const passkey of world.passkeys) await logInByPasskey(world, passkey);
    for (const link of keptLinks(world)) await this.use(link);
  }

  private async use(link: Link): Promise<void> {
    const { world } = this;
    if (hasButton(link)) await press(world, link);
    else if (link.code) await useCode(world, link);
    else await follow(world, link, { password: 'an end of all that', use: 'scanner' });
  }
}
