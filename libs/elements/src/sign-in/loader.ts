import type { Flow, Found } from '../flow/flow.js';
import type { StateName } from '../flow/states.js';
import { codeRequestOf, type Request } from '../flow/steps.js';
import type { Facts, Service } from '../parts/service.js';
import type { Memory } from './page-events.js';

/** How the browser has come back to the page. */
export type Arrival = 'link' | 'reset' | 'provider';

const PARAMETER = 'arrival';
/** What the service adds to the URL of a page. */
const ADDED = [PARAMETER, 'token', 'code', 'error', 'message'];
/** What a product has asked for. */
const PRODUCT = ['next_url', 'code_challenge', 'state', 'acr', 'max_age'];
/** The service refuses a longer URL. */
const MOST_CHARACTERS = 2_048;

const ASKED = 'latchkey asked';
/** The longest that the service lets a link live. */
const LIFE_MS = 86_400_000;

/**
 * The URL for the way back from an email or from a provider.
 * @param page another page than this one, with the product of this one and the language; one for new passwords knows its links by itself
 */
function pageUrl(arrival: Arrival, page = ''): string {
  const here = new URL(location.href);
  const url = page ? new URL(page) : here;
  const taken = [...(page ? here.searchParams : [])].filter(([name]) => [...PRODUCT, 'locale'].includes(name));
  for (const [name, value] of taken) url.searchParams.set(name, value);
  for (const name of ADDED) url.searchParams.delete(name);
  if (!page || arrival === 'link') url.searchParams.set(PARAMETER, arrival);
  url.hash = '';
  // Without the product, the user ends in the account.
  if (url.href.length > MOST_CHARACTERS) for (const name of PRODUCT) url.searchParams.delete(name);
  return url.href;
}

/** Whether an email or a provider has led to this page. */
function arrivalOf({ searchParams }: URL): Arrival | undefined {
  const arrival = searchParams.get(PARAMETER);
  const has = (...names: string[]) => names.some((name) => searchParams.has(name));
  if (arrival === 'reset') return has('token') ? 'reset' : undefined;
  if (arrival === 'link') return has('token', 'code', 'error') ? 'link' : undefined;
  return arrival === 'provider' && has('code', 'error') ? 'provider' : undefined;
}

/** Removes the trace of an arrival from the address bar. */
const forgetArrival = () => forget(ADDED);

/** Removes the product from the address bar, so that a reload does not lead there. */
const forgetProduct = () => forget(PRODUCT);

function forget(names: string[]): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

interface Asked {
  /** In milliseconds by the clock of the device. */
  until: number;
  nextUrl: string;
  email: string;
}

/**
 * Remembers in this browser that an email was asked for on the way to a product. Only here the product can use its code: it has
 * the verifier of the challenge, and a mail program may open the email in another browser.
 */
function remember(codeChallenge: string, nextUrl: string, email: string): void {
  if (!codeChallenge) return;
  const asked = Object.entries(readAsked()).filter(([, { until }]) => Date.now() < until);
  const newest: Asked = { until: Date.now() + LIFE_MS, nextUrl, email: email.trim().toLowerCase() };
  const next = { ...Object.fromEntries(asked), [codeChallenge]: newest };
  try {
    localStorage.setItem(ASKED, JSON.stringify(next));
  } catch {
    // A browser that forbids it counts as another one.
  }
}

/**
 * Whether this browser has asked for an email on the way to this product. Another person may know the challenge, and have asked for
 * an email that leads to another page.
 * @param email the recipient, once it is known
 */
function isRemembered(codeChallenge: string, nextUrl: string, email?: string): boolean {
  const asked = readAsked()[codeChallenge];
  if (!asked || Date.now() >= asked.until || asked.nextUrl !== nextUrl) return false;
  return email === undefined || asked.email === email.toLowerCase();
}

function readAsked(): Record<string, Asked> {
  try {
    return JSON.parse(localStorage.getItem(ASKED) ?? '{}');
  } catch {
    return {};
  }
}

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
