import type { StateName } from '../flow/context.js';
import type { Flow } from '../flow/flow.js';
import type { Service } from '../parts/service.js';

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
