import type { StateName } from '../flow/context.js';
import type { Flow, Found } from '../flow/flow.js';
import { codeRequestOf, type Request } from '../flow/step-runner.js';
import type { Facts, Service } from '../parts/service.js';
import { type Arrival, arrivalOf, forgetArrival, forgetProduct, isRemembered, pageUrl, remember } from './arrival.js';
import type { Memory } from './memory.js';

/** The element, as far as its beginning concerns it. */
interface Host {
  baseUrl: string;
  nextUrl: string;
  codeChallenge: string;
  acr: string;
  maxAge: string;
  resetUrl: string;
  screen: string;
  loginHint: string;
  prompt: string;
  signedOut: string;
  facts: Facts;
  wording: { locale: string };
  /** Resolves when the texts are there. */
  worded: Promise<void>;
  /** Whether the page is one of the service, whose URL names the product. */
  history: boolean;
}

/** The steps of a signed-in user that go on after a reload. */
const UNDER_WAY: StateName[] = ['enrol_email', 'enrol_code', 'enrol_app', 'step_up_code'];
/** The screens of a link, whoever is signed in: the link is no longer in the URL. */
const OF_LINK: StateName[] = ['new_password', 'link_elsewhere'];

const FIRST_SCREENS: Record<string, StateName> = { 'sign-up': 'sign_up', reset: 'reset' };

/** What the service offers to this page: only where no script can read what a device shows, it can be trusted. */
async function factsOf({ client }: Service): Promise<Facts> {
  const facts = await client.ui();
  return client.connection.inCookie ? facts : { ...facts, trusted_device_ttl: 0 };
}

/** Finds out where a sign-in begins: who is signed in, what the URL brings, and what was under way before a reload. */
export class Loader {
  /** How the browser has come, until that is done: the URL does not say it any more. */
  private arrival: Arrival | undefined;
  private linkToken = '';
  /** Whether an email has led to this page. */
  byEmail = false;

  constructor(
    private readonly service: Service,
    private readonly flow: Flow,
    private readonly memory: Memory,
    private readonly host: Host,
  ) {}

  get request(): Request {
    const { nextUrl, codeChallenge, acr, maxAge, wording, resetUrl, history, baseUrl, facts } = this.host;
    // A link that leads to the sign-in page of the service is used up by a button only, also if another page has asked for it.
    const pages = { link: history ? `${baseUrl}/sign-in` : '', reset: resetUrl, provider: '' };
    return {
      ...{ nextUrl, codeChallenge, acr, maxAge, locale: wording.locale, passwordMinLength: facts.password_min_length },
      pageUrl: (arrival) => pageUrl(arrival, pages[arrival]),
      remember: (email) => remember(codeChallenge, nextUrl, email),
    };
  }

  /** Goes on without the product, which waits in another browser. */
  leaveProduct(): void {
    if (!this.host.nextUrl) return;
    this.flow.context.elsewhere = true;
    Object.assign(this.host, { nextUrl: '', codeChallenge: '', acr: '', maxAge: '' });
    if (this.host.history) forgetProduct();
  }

  /** Leaves a product for which this browser has not asked for the email. */
  private leaveUnlessAsked(email?: string): void {
    const { codeChallenge, nextUrl } = this.host;
    if (!isRemembered(codeChallenge, nextUrl, email)) this.leaveProduct();
  }

  async load(): Promise<void> {
    const arrival = this.readArrival();
    await this.flow.run('load', async () => {
      this.host.facts = await factsOf(this.service);
      await this.host.worded;
      return arrival ? { to: 'loading' } : this.begin();
    });
    if (!arrival || !this.host.facts) return;
    if (arrival === 'provider') await this.arrive();
    else await (arrival === 'link' ? this.followLink() : this.openReset());
  }

  /** A token does not stay in the URL, and so not in the history of the browser. */
  private readArrival(): Arrival | undefined {
    const url = new URL(location.href);
    const arrival = arrivalOf(url);
    if (!arrival) return this.arrival;
    this.arrival = arrival;
    this.linkToken = url.searchParams.get('token') ?? '';
    this.byEmail = arrival !== 'provider';
    if (this.byEmail) this.leaveUnlessAsked();
    if (this.linkToken) forgetArrival();
    return arrival;
  }

  private async begin(): Promise<Found> {
    const { screen, loginHint, prompt, signedOut } = this.host;
    const before = this.memory.restore();
    const { client } = this.service;
    if (before && OF_LINK.includes(before.name)) {
      this.byEmail = true;
      return { ...before.context, to: before.name };
    }
    if (prompt !== 'login' && (await client.accessToken())) {
      const { uid, email } = await client.user();
      if (before?.context.uid === uid && UNDER_WAY.includes(before.name)) return { ...before.context, to: before.name };
      Object.assign(this.flow.context, { uid, account: { uid, email } });
      await this.requireDemand();
      return { to: 'continue' };
    }
    if (signedOut === 'everywhere') return { to: 'start', signedOut: true };
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

  private async arrive(): Promise<void> {
    this.arrival = undefined;
    await this.flow.run('arrive', async () => {
      const user = await this.service.external.completeSignIn().finally(forgetArrival);
      return user?.uid ? { uid: user.uid } : { to: 'start' };
    });
  }

  /** A link with a token is used up here if this browser has asked for it, else by a button; one with a code was used up before. */
  private async followLink(): Promise<void> {
    const { client } = this.service;
    const { linkToken } = this;
    this.arrival = undefined;
    await this.flow.run('follow_link', async () => {
      if (!linkToken) {
        const user = await client.completeMagicLink().finally(forgetArrival);
        return user?.uid ? { uid: user.uid } : { to: 'start' };
      }
      try {
        return { uid: (await client.useMagicLink(linkToken)).uid };
      } catch (error) {
        if ((error as { code?: string }).code !== 'LINK_NOT_REQUESTED') throw error;
        this.leaveProduct();
        return { ...(await this.readLink()), to: 'link_elsewhere' };
      }
    });
  }

  private async openReset(): Promise<void> {
    await this.flow.run('open_reset', async () => {
      const found = await this.readLink();
      this.leaveUnlessAsked(found.email);
      return found;
    });
    if (this.flow.name !== 'failed') this.arrival = undefined;
  }

  private async readLink(): Promise<Found> {
    const { linkToken } = this;
    const { email, asked_at: askedAt, ...by } = await this.service.client.readLink(linkToken);
    const browser = [by.browser, by.system].filter(Boolean).join(', ');
    return { linkToken, link: { email, askedAt, browser }, email, passwordSet: undefined };
  }
}
