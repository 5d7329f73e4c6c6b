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
  /** The name of what was done last, when it is done; empty if it has failed. */
  last: Promise<string> = Promise.resolve('');

  constructor(private readonly host: WorkHost) {}

  run(section: SectionName, name: string, work: () => Promise<Done | undefined>): void {
    const { host } = this;
    this.start(section, name, async () => {
      const { notice, what, details, resume } = await this.provingEmail(section, name, work);
      await host.load();
      host.asked = what ? { section, what, details } : undefined;
      if (notice) host.notice = { section, text: notice };
      return resume ?? (() => focusOn(section, host.renderRoot));
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

  /** Work that needs a confirmed email leads to its confirmation, and goes on after it. */
  private async provingEmail(section: SectionName, name: string, work: () => Promise<Done | undefined>): Promise<Done> {
    const { dialog, facts } = this.host;
    try {
      return (await dialog?.run(work)) ?? {};
    } catch (error) {
      const canConfirm = (error as Failure).code === 'EMAIL_NOT_VERIFIED' && facts.doors.includes('email_code');
      if (!canConfirm) throw error;
      return { what: 'confirm_email', details: { resume: () => this.run(section, name, work) } };
    }
  }

  /** @param act returns what moves the focus after a success */
  private start(section: SectionName, name: string, act: () => Promise<() => void>): void {
    if (this.host.running === undefined) this.last = this.attempt(section, name, act);
  }

  private async attempt(section: SectionName, name: string, act: () => Promise<() => void>): Promise<string> {
    const { host } = this;
    Object.assign(host, { running: name, problem: undefined, notice: undefined });
    let done = name;
    const focus = await act().catch((error) => {
      done = '';
      return this.fail(section, error);
    });
    host.running = undefined;
    await host.updateComplete;
    if (!host.problem) focus();
    return done;
  }

  private fail(section: SectionName, { code = 'UNKNOWN', retryAfter }: Failure): () => void {
    const { renderRoot } = this.host;
    // After the end of the session, the page leads to the sign-in.
    const isOver = ['REAUTHENTICATION_REQUIRED', 'NOT_AUTHENTICATED'].includes(code);
    if (!isOver) this.host.problem = { section, code, place: placeOf(code, renderRoot), retryAfter };
    return () => focusOn(section, renderRoot);
  }
}
