import { type Passkeys, supportsAutofill } from '@latchkey/client/passkeys';
import type { Flow } from '../flow/flow.js';
import { type Context, STATES, type StateName } from '../flow/states.js';
import type { Service } from '../parts/service.js';

/** What a tab keeps over a reload. */
interface Kept {
  page: string;
  /** In milliseconds by the clock of the device. */
  since: number;
  name: StateName;
  context: Context;
}

/** States that a reload does not show again. */
const PASSING: StateName[] = ['failed', 'continue', 'recovery_codes', 'done'];
/** After an hour, a sign-in begins anew: the service has forgotten it. */
const LIFE_MS = 3_600_000;

/**
 * Where a sign-in is, in the storage of the tab: a phone may discard a page while its user reads an email. It has no session, and no
 * recovery codes.
 */
export class Memory {
  /** Whether the user goes back or forward at the moment. */
  private traverses = false;

  constructor(
    private readonly key: string,
    /** Whether each state is an entry in the history of the browser. */
    private readonly history: boolean,
  ) {}

  keep(name: StateName, { recoveryCodes: _shown, ...context }: Context): void {
    if (STATES[name].busy) return;
    const kept: Kept = { page: pageOf(location.href), since: Date.now(), name, context };
    if (PASSING.includes(name)) sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, JSON.stringify(kept));
    if (!this.history) return;
    const before = history.state?.latchkey;
    const state = { ...history.state, latchkey: name };
    // A new entry after a step back would hold the user: the next step back would lead to the same place.
    if (before === undefined || this.traverses) history.replaceState(state, '');
    else if (before !== name) history.pushState(state, '');
  }

  /** Where this page was before a reload; after a long time, only the email is of use. */
  restore(): Pick<Kept, 'name' | 'context'> | undefined {
    const kept: Kept | undefined = JSON.parse(sessionStorage.getItem(this.key) ?? 'null') ?? undefined;
    if (kept?.page !== pageOf(location.href) || !Object.hasOwn(STATES, kept.name)) return undefined;
    const age = Date.now() - kept.since;
    return age >= 0 && age < LIFE_MS ? kept : { name: 'start', context: { email: kept.context.email } };
  }

  /** Calls back when the user goes back or forward. Returns a function that stops it. */
  listen(show: (name: StateName) => void): () => void {
    if (!this.history) return () => undefined;
    const onPop = ({ state }: PopStateEvent) => {
      if (!Object.hasOwn(STATES, state?.latchkey ?? '')) return;
      this.traverses = true;
      show(state.latchkey);
      this.traverses = false;
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }
}

/** The URL without the language, which changes nothing of a sign-in. */
function pageOf(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('locale');
  return url.href;
}

/** Failures of an offer that the user has not taken up: the page or the browser has ended it, or there was no challenge. */
const UNSEEN = [
  'PASSKEY_CANCELLED',
  'PASSKEY_FAILED',
  'NETWORK_ERROR',
  'UNEXPECTED_ANSWER',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
];

/** Offers passkeys in the autofill of the email field, as long as it is shown. */
export class Autofill {
  private running: AbortController | undefined;

  constructor(
    private readonly passkeys: Passkeys,
    private readonly flow: Flow,
  ) {}

  async start(): Promise<void> {
    if (this.running) return;
    const offer = new AbortController();
    this.running = offer;
    try {
      // The state can be another one when the browser has answered.
      if (!(await supportsAutofill()) || offer.signal.aborted) return;
      const { uid } = await this.passkeys.signIn({ autofill: true, signal: offer.signal });
      this.flow.go('finishing', { uid });
    } catch (error) {
      if (!UNSEEN.includes((error as { code?: string }).code ?? '')) this.flow.fail('use_passkey', error);
    } finally {
      if (this.running === offer) this.running = undefined;
    }
  }

  stop(): void {
    this.running?.abort();
    this.running = undefined;
  }
}

/** States that name the user who is signed in, or that say that one is. */
const WATCHED: StateName[] = ['continue', 'done'];
/** States of a page that the browser has left. */
const LEFT: StateName[] = ['leaving', 'finishing', 'done'];
/** States that wait for an email, which the user may open in another tab. */
const WAITING: StateName[] = ['link_sent', 'reset_sent', 'code'];
/** A tab that has waited for longer asks before it goes on. */
const LONGEST_WAIT_MS = 3_600_000;

/** What the browser and its other tabs do while a sign-in is shown. */
export class PageEvents {
  private stopWatching: (() => void) | undefined;
  /** Says to the other tabs of this browser that a user has signed in, and whether by an email. */
  private channel: BroadcastChannel | undefined;
  /** In milliseconds by the clock of the device. */
  private waitsSince = 0;

  /**
   * @param load finds out anew who is signed in
   * @param byEmail whether an email has led to this page
   */
  constructor(
    private readonly service: Service,
    private readonly flow: Flow,
    private readonly baseUrl: string,
    private readonly load: () => void,
    private readonly byEmail: () => boolean,
  ) {}

  listen(): void {
    addEventListener('pageshow', this.onShow);
    this.channel = new BroadcastChannel(`latchkey sign-in ${this.baseUrl}`);
    this.channel.onmessage = ({ data }) => void this.onSignedIn(data === true);
  }

  /** Called after each change of the state. */
  follow(): void {
    const { name } = this.flow;
    if (name === 'recovery_codes') addEventListener('beforeunload', this.onUnload);
    else removeEventListener('beforeunload', this.onUnload);
    if (name === 'finishing' && this.flow.from !== 'continue') this.channel?.postMessage(this.byEmail());
    if (!WAITING.includes(name)) this.waitsSince = 0;
    else this.waitsSince ||= Date.now();
    if (WATCHED.includes(name)) this.stopWatching ??= this.service.client.subscribe((user) => this.onUser(user?.uid));
  }

  stop(): void {
    removeEventListener('pageshow', this.onShow);
    removeEventListener('beforeunload', this.onUnload);
    this.channel?.close();
    this.stopWatching?.();
    this.stopWatching = undefined;
  }

  /** A page from the cache of the browser still has the screen that was left. */
  private readonly onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && LEFT.includes(this.flow.name)) this.load();
  };

  /** Another tab has signed in. Only by the email for which this one waits this tab goes on; else it asks. */
  private async onSignedIn(byEmail: boolean): Promise<void> {
    const { name, context } = this.flow;
    if (!WAITING.includes(name)) return;
    const user = await this.service.client.user().catch(() => undefined);
    if (!user || this.flow.name !== name || this.flow.running) return;
    const isAwaited = byEmail && Date.now() - this.waitsSince < LONGEST_WAIT_MS;
    if (isAwaited && user.email.toLowerCase() === context.sentTo?.toLowerCase())
      this.flow.go('finishing', { uid: user.uid });
    else this.load();
  }

  /** Recovery codes are shown once: the browser asks before it leaves them. */
  private readonly onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  /** Another tab has signed in or out: the screen must name the user who goes on. */
  private onUser(uid: string | undefined): void {
    const { name, context, running } = this.flow;
    // A sign-out of this page ends after it has reached the service.
    if (!WATCHED.includes(name) || running || uid === context.uid) return;
    this.flow.context = {};
    this.load();
  }
}
