import './reauthenticate.js';
import { LatchkeyError } from '@latchkey/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { dataSection, deleteSection, devicesSection, securitySection, sessionsSection } from './account/activity.js';
import {
  type AccountData,
  type AccountView,
  accountStyles,
  type Details,
  type Done,
  outOfReach,
  type SectionName,
  type Show,
  signedOut,
  top,
} from './account/section.js';
import {
  emailSection,
  factorsSection,
  identitiesSection,
  passkeysSection,
  passwordSection,
} from './account/ways-in.js';
import { LatchkeyElement } from './parts/element.js';
import { waiting } from './parts/fields.js';
import type { Facts, Service } from './parts/service.js';
import type { LatchkeyReauthenticate } from './reauthenticate.js';
import { ACCOUNT_TEXTS, EVENT_TEXTS } from './texts/account/account-texts.js';
import { SIGN_IN_TEXTS, type TextSet } from './texts/texts.js';

/** The sections of an account, in their order. */
export function sectionsOf(view: AccountView): (TemplateResult | typeof nothing)[] {
  return [
    emailSection(view),
    passwordSection(view),
    view.facts.doors.includes('passkey') ? passkeysSection(view) : nothing,
    factorsSection(view),
    identitiesSection(view),
    sessionsSection(view),
    devicesSection(view),
    securitySection(view),
    dataSection(view),
    deleteSection(view),
  ];
}

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

/** How many events are shown at first, and how many more at a time. */
const FIRST_EVENTS = 5;
const MORE_EVENTS = 20;

/** Reads all that the page of an account shows. */
async function readAccount({ client, passkeys, external }: Service): Promise<AccountData> {
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

/** A `LatchkeyError`, or another fault. */
interface Failure {
  code?: string;
  retryAfter?: number | undefined;
}

/**
 * The account of the signed-in user. After a sign-out, here or elsewhere, it says so by the event `latchkey-signed-out`, whose `detail` has
 * `everywhere` if all sessions of the user have ended. Without a user at
 * the beginning it shows that, and sends no such event: a page that reloads after it would never end.
 */
export class LatchkeyAccount extends LatchkeyElement implements AccountView {
  static override styles = [...LatchkeyElement.styles, accountStyles];
  static override properties: PropertyDeclarations = {
    ...Object.fromEntries(
      ['data', 'running', 'asked', 'notice', 'problem', 'failure', 'isSignedOut'].map((name) => [
        name,
        { state: true },
      ]),
    ),
    resetUrl: { attribute: 'reset-url' },
  };

  /** The page for a new password, to which reset links lead with `token`. Default: the one that the service chooses. */
  declare resetUrl: string;
  declare data: AccountData;
  declare running: string | undefined;
  declare asked: AccountView['asked'];
  declare notice: AccountView['notice'];
  declare problem: AccountView['problem'];
  /** Why the account cannot be shown. */
  declare failure: string | undefined;
  declare isSignedOut: boolean | undefined;
  facts!: Facts;

  protected override readonly textSets: TextSet[] = [SIGN_IN_TEXTS, ACCOUNT_TEXTS, EVENT_TEXTS];
  private stopListening: () => void = () => undefined;
  /** The name of what was done last, when it is done; empty if it has failed. */
  private last: Promise<string> = Promise.resolve('');
  private hadUser = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = this.service.client.subscribe((user) => void (user ? this.arrive() : this.leave()));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening();
  }

  ask(section: SectionName, what: string, details?: Details): void {
    this.notice = undefined;
    this.problem = undefined;
    this.asked = { section, what, details };
    void this.updateComplete.then(() => this.focusSection(section));
  }

  cancel(): void {
    const { asked } = this;
    this.asked = undefined;
    this.problem = undefined;
    if (asked) void this.updateComplete.then(() => this.focusSection(asked.section));
  }

  refuse(section: SectionName, code: string): void {
    this.notice = undefined;
    this.problem = { section, code, place: this.placeOf(code) };
  }

  run<Found>(section: SectionName, name: string, work: () => Promise<Found>, show?: Show<Found>): void {
    const task = async () => {
      const found = await work();
      return show?.(found);
    };
    this.start(section, name, async () => {
      const { notice, what, details, resume } = await this.provingEmail(task, () =>
        this.run(section, name, work, show),
      );
      await this.load();
      this.asked = what ? { section, what, details } : undefined;
      if (notice) this.notice = { section, text: notice };
      return resume ?? (() => this.focusSection(section));
    });
  }

  showMore(): void {
    const { data } = this;
    const { events: shown, next_cursor: cursor } = data.events;
    this.start('security', 'more', async () => {
      const { client } = this.service;
      const page = await client.securityEvents({ limit: MORE_EVENTS, ...(cursor && { cursor }) });
      this.data = { ...data, events: { ...page, events: [...shown, ...page.events] } };
      return () => this.sectionOf('security')?.querySelectorAll<HTMLElement>('.name')[shown.length]?.focus();
    });
  }

  override render(): TemplateResult {
    const { wording } = this;
    if (this.isSignedOut) return signedOut(wording);
    if (this.failure) return outOfReach(wording, () => void this.load());
    if (!this.data) return waiting(wording);
    return html`<div class="stack" aria-busy=${String(this.running !== undefined)}>
        ${top(wording, () => this.signOut())} ${sectionsOf(this)}
      </div>
      <latchkey-reauthenticate
        .client=${this.service.client}
        .locale=${this.locale}
        .ownTexts=${this.ownTexts}
        @latchkey-signed-out=${(event: Event) => event.stopPropagation()}
      ></latchkey-reauthenticate>`;
  }

  override updated(): void {
    this.announceScreen(this.isSignedOut ? 'signed_out' : 'account', this.facts);
    this.showProblem(this.problem);
  }

  private get dialog() {
    return this.renderRoot.querySelector<LatchkeyReauthenticate>('latchkey-reauthenticate');
  }

  private async load(): Promise<void> {
    try {
      this.facts ??= await this.service.client.ui();
      this.data = await readAccount(this.service);
      this.failure = undefined;
    } catch (error) {
      if (error instanceof LatchkeyError && error.code === 'NOT_AUTHENTICATED') return;
      if (!this.data) this.failure = (error as LatchkeyError).code;
    }
  }

  /** Begins anew, since another tab may have signed in another user, and completes a connected account. */
  private async arrive(): Promise<void> {
    this.dialog?.close();
    this.hadUser = true;
    this.isSignedOut = false;
    this.last = Promise.resolve('');
    Object.assign(this, { data: undefined, asked: undefined, notice: undefined, problem: undefined });
    const linked = this.service.external.completeSignIn();
    await linked.catch(({ code }: LatchkeyError) => {
      this.problem = { section: 'identities', code, place: 'form' };
    });
    await this.load();
  }

  /** After a sign-out has ended: until then, the cookie still has the session. */
  private async leave(): Promise<void> {
    this.dialog?.close();
    const everywhere = (await this.last) === 'everywhere';
    if (this.problem) return;
    const { hadUser } = this;
    this.hadUser = false;
    this.isSignedOut = true;
    if (hadUser) this.announce('latchkey-signed-out', { everywhere });
  }

  private signOut(): void {
    this.run('sessions', 'signOut', () => this.service.client.signOut());
  }

  /** Work that needs a confirmed email leads to its confirmation, and goes on after it. */
  private async provingEmail(work: () => Promise<Done | undefined>, again: () => void): Promise<Done> {
    try {
      return (await this.dialog?.run(work)) ?? {};
    } catch (error) {
      const canConfirm = (error as Failure).code === 'EMAIL_NOT_VERIFIED' && this.facts.doors.includes('email_code');
      if (!canConfirm) throw error;
      return { what: 'confirm_email', details: { resume: again } };
    }
  }

  /** Begins something, unless something else is under way. @param act returns what moves the focus after a success */
  private start(section: SectionName, name: string, act: () => Promise<() => void>): void {
    if (this.running === undefined) this.last = this.attempt(section, name, act);
  }

  private async attempt(section: SectionName, name: string, act: () => Promise<() => void>): Promise<string> {
    Object.assign(this, { running: name, problem: undefined, notice: undefined });
    let done = name;
    const focus = await act().catch((error) => {
      done = '';
      return this.fail(section, error);
    });
    this.running = undefined;
    await this.updateComplete;
    if (!this.problem) focus();
    return done;
  }

  private fail(section: SectionName, { code = 'UNKNOWN', retryAfter }: Failure): () => void {
    // After the end of the session, the page leads to the sign-in.
    const isOver = ['REAUTHENTICATION_REQUIRED', 'NOT_AUTHENTICATED'].includes(code);
    if (!isOver) this.problem = { section, code, place: this.placeOf(code), retryAfter };
    return () => this.focusSection(section);
  }

  /** Where the message of an error is: beside its field, if that is shown, else above its section. */
  private placeOf(code: string): string {
    const place = PLACES[code] ?? 'form';
    return this.renderRoot.querySelector(`#${place}`) ? place : 'form';
  }

  private sectionOf(name: SectionName): Element | null {
    return this.renderRoot.querySelector(`[aria-labelledby=${name}-title]`);
  }

  /** Moves the focus to what a section asks, or to its title. */
  private focusSection(name: SectionName): void {
    const found = this.sectionOf(name);
    const asked = found?.querySelector<HTMLElement>('form input, .sure, .sure-of-email button');
    (asked ?? found?.querySelector('h2'))?.focus();
  }
}

if (!customElements.get('latchkey-account')) customElements.define('latchkey-account', LatchkeyAccount);

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-account': LatchkeyAccount;
  }
  interface HTMLElementEventMap {
    'latchkey-signed-out': CustomEvent<{ everywhere?: boolean }>;
  }
}
