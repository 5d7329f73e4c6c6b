import fc from 'fast-check';
import { ACCOUNT_STEPS, adminView } from './accounts.js';
import { ADDRESS_STEPS, hasButton, press } from './addresses.js';
import { ADMIN_USER_STEPS, workResets } from './admin-users.js';
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
import { keptLinks } from './emails.js';
import { compare } from './expected.js';
import { confirmWaiting, FACTOR_STEPS } from './factors.js';
import { follow, LINK_STEPS, useCode } from './links.js';
import { openProduct, PRODUCT_STEPS } from './products.js';
import { comeBack, PROVIDER_STEPS } from './provider.js';
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
export type Weights = Partial<Record<Name, number>>;

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
