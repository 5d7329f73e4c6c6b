import type { StateName } from '../flow/context.js';
import type { Flow, Found } from '../flow/flow.js';
import { codeRequestOf, type Request } from '../flow/step-runner.js';
import type { Facts, Service } from '../parts/service.js';
import { type Arrival, arrivalOf, forgetArrival, pageUrl } from './arrival.js';
import type { Memory } from './memory.js';

/** The element, as far as its beginning concerns it. */
interface Host {
  nextUrl: string;
  codeChallenge: string;
  acr: string;
  maxAge: string;
  screen: string;
  loginHint: string;
  prompt: string;
  facts: Facts;
  wording: { locale: string };
  /** Resolves when the texts are there. */
  worded: Promise<void>;
}

/** The steps of a signed-in user that go on after a reload. */
const UNDER_WAY: StateName[] = ['enrol_email', 'enrol_code', 'enrol_app', 'step_up_code'];

const FIRST_SCREENS: Record<string, StateName> = { 'sign-up': 'sign_up', reset: 'reset' };

/** What the service offers to this page: only where no script can read what a device shows, it can be trusted. */
async function factsOf({ client }: Service): Promise<Facts> {
  const facts = await client.ui();
  return client.connection.inCookie ? facts : { ...facts, trusted_device_ttl: 0 };
}

/** Finds out where a sign-in begins: who is signed in, what the URL brings, and what was under way before a reload. */
export class Loader {
  constructor(
    private readonly service: Service,
    private readonly flow: Flow,
    private readonly memory: Memory,
    private readonly host: Host,
  ) {}

  get request(): Request {
    const { nextUrl, codeChallenge, acr, maxAge, wording } = this.host;
    return { nextUrl, codeChallenge, acr, maxAge, pageUrl, locale: wording.locale };
  }

  async load(): Promise<void> {
    const arrival = arrivalOf(new URL(location.href));
    await this.flow.run('load', async () => {
      this.host.facts = await factsOf(this.service);
      await this.host.worded;
      return arrival ? { to: 'loading' } : this.begin();
    });
    if (arrival && this.host.facts) await this.arrive(arrival);
  }

  private async begin(): Promise<Found> {
    const { screen, loginHint, prompt } = this.host;
    const before = this.memory.restore();
    const { client } = this.service;
    if (prompt !== 'login' && (await client.accessToken())) {
      const { uid, email } = await client.user();
      if (before?.context.uid === uid && UNDER_WAY.includes(before.name)) return { ...before.context, to: before.name };
      Object.assign(this.flow.context, { uid, account: { uid, email } });
      await this.requireDemand();
      return { to: 'continue' };
    }
    if (before) return { ...before.context, to: before.name };
    const to = FIRST_SCREENS[screen] ?? 'start';
    return {
      to: to === 'sign_up' && this.host.facts.sign_up === 'off' ? 'start' : to,
      ...(loginHint && { email: loginHint }),
    };
  }

  /**
   * Fails with what the session lacks for the product. Leaves the code unused: without a demand or after this, the user decides
   * first whether to continue.
   */
  private async requireDemand(): Promise<void> {
    const { request } = this;
    if (request.nextUrl && (request.acr || request.maxAge))
      await this.service.client.createPageCode(codeRequestOf(request, false));
  }

  private async arrive(arrival: Arrival): Promise<void> {
    const { client, external } = this.service;
    const action = arrival === 'link' ? 'follow_link' : 'arrive';
    await this.flow.run(action, async () => {
      const completing = arrival === 'link' ? client.completeMagicLink() : external.completeSignIn();
      const user = await completing.finally(forgetArrival);
      return user?.uid ? { uid: user.uid } : { to: 'start' };
    });
  }
}
