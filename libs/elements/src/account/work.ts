import type { LatchkeyReauthenticate } from '../reauthenticate/reauthenticate.js';
import { focusOn, focusOnItem, placeOf } from './places.js';
import { withMoreEvents } from './read.js';
import type { AccountView, Done, SectionName } from './view.js';

/** The element, as far as its work concerns it. */
export interface WorkHost extends AccountView {
  readonly renderRoot: ParentNode;
  readonly updateComplete: Promise<boolean>;
  /** Asks for a proof where some work needs one. */
  readonly dialog: LatchkeyReauthenticate | null;
  load(): Promise<void>;
}

/** A `LatchkeyError`, or another fault. */
interface Failure {
  code?: string;
  retryAfter?: number | undefined;
}

/** What the user does in an account, one thing at a time. */
export class Work {
  /** What was done last. */
  last: Promise<void> = Promise.resolve();

  constructor(private readonly host: WorkHost) {}

  run(section: SectionName, name: string, work: () => Promise<Done | undefined>): void {
    this.start(section, name, async () => {
      const { notice, what, details } = (await this.host.dialog?.run(work)) ?? {};
      await this.host.load();
      this.host.asked = what ? { section, what, details } : undefined;
      if (notice) this.host.notice = { section, text: notice };
      return () => focusOn(section, this.host.renderRoot);
    });
  }

  /** Shows further events, and moves the focus to the first of them. */
  showMore(): void {
    const { host } = this;
    const shown = host.data.events.events.length;
    this.start('security', 'more', async () => {
      host.data = await withMoreEvents(host.service, host.data);
      return () => focusOnItem('security', shown, host.renderRoot);
    });
  }

  /** Moves the focus to what a section asks. */
  async focusOn(section: SectionName): Promise<void> {
    await this.host.updateComplete;
    focusOn(section, this.host.renderRoot);
  }

  /** @param act returns what moves the focus after a success */
  private start(section: SectionName, name: string, act: () => Promise<() => void>): void {
    if (this.host.running === undefined) this.last = this.attempt(section, name, act);
  }

  private async attempt(section: SectionName, name: string, act: () => Promise<() => void>): Promise<void> {
    const { host } = this;
    Object.assign(host, { running: name, problem: undefined, notice: undefined });
    const focus = await act().catch((error) => this.fail(section, error));
    host.running = undefined;
    await host.updateComplete;
    if (!host.problem) focus();
  }

  private fail(section: SectionName, { code = 'UNKNOWN', retryAfter }: Failure): () => void {
    const { renderRoot } = this.host;
    // After the end of the session, the page leads to the sign-in.
    const isOver = ['REAUTHENTICATION_REQUIRED', 'NOT_AUTHENTICATED'].includes(code);
    if (!isOver) this.host.problem = { section, code, place: placeOf(code, renderRoot), retryAfter };
    return () => focusOn(section, renderRoot);
  }
}
