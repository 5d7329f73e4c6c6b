import type { Service } from '../parts/service.js';
import type { AccountData, AccountView, Done, SectionName } from './section.js';

/** Beside which field the message of an error is. */
const PLACES: Record<string, string> = {
  INVALID_EMAIL: 'email',
  EMAIL_ALREADY_IN_USE: 'email',
  INVALID_PASSWORD: 'old',
  WEAK_PASSWORD: 'password',
  PASSWORD_TOO_SHORT: 'password',
  INVALID_CODE: 'code',
  INVALID_REQUEST: 'name',
};

/** Where the message of an error is: beside its field, if that is shown, else above its section. */
export function placeOf(code: string, root: ParentNode): string {
  const place = PLACES[code] ?? 'form';
  return root.querySelector(`#${place}`) ? place : 'form';
}

/** Moves the focus to what a section asks, or to its title. */
function focusOn(section: SectionName, root: ParentNode): void {
  const found = root.querySelector(`[aria-labelledby=${section}-title]`);
  const asked = found?.querySelector<HTMLElement>('form input, .sure, .sure-of-email button');
  (asked ?? found?.querySelector('h2'))?.focus();
}

/** Moves the focus to an item of the list in a section. */
function focusOnItem(section: SectionName, index: number, root: ParentNode): void {
  const names = root.querySelectorAll<HTMLElement>(`[aria-labelledby=${section}-title] .name`);
  names[index]?.focus();
}

/** How many events are shown at first, and how many more at a time. */
const FIRST_EVENTS = 5;
const MORE_EVENTS = 20;

/** Reads all that the page of an account shows. */
export async function readAccount({ client, passkeys, external }: Service): Promise<AccountData> {
  const [user, pending, mfa, own, identities, sessions, devices, events] = await Promise.all([
    client.user(),
    client.pendingEmail(),
    client.factors.list(),
    passkeys.list(),
    external.identities(),
    client.sessions(),
    client.devices(),
    client.securityEvents({ limit: FIRST_EVENTS }),
  ]);
  return { user, pending, mfa, passkeys: own.passkeys, identities, sessions, devices, events };
}

/** The account with further events. */
async function withMoreEvents({ client }: Service, data: AccountData): Promise<AccountData> {
  const { events, next_cursor: cursor } = data.events;
  const page = await client.securityEvents({ limit: MORE_EVENTS, ...(cursor && { cursor }) });
  return { ...data, events: { ...page, events: [...events, ...page.events] } };
}

/** The element, as far as its work concerns it. */
export interface WorkHost extends AccountView {
  readonly renderRoot: ParentNode;
  readonly updateComplete: Promise<boolean>;
  /** Asks for a proof where some work needs one. */
  readonly dialog: { run<T>(work: () => Promise<T>): Promise<T> } | null;
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
