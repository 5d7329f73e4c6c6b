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
import { placeOf, readAccount, Work, type WorkHost } from './account/work.js';
import { LatchkeyElement } from './parts/element.js';
import { waiting } from './parts/fields.js';
import type { Facts } from './parts/service.js';
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

/**
 * The account of the signed-in user. After a sign-out, here or elsewhere, it says so by the event `latchkey-signed-out`, whose `detail` has
 * `everywhere` if all sessions of the user have ended. Without a user at
 * the beginning it shows that, and sends no such event: a page that reloads after it would never end.
 */
export class LatchkeyAccount extends LatchkeyElement implements WorkHost {
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
  private readonly work = new Work(this);
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
    void this.work.focusOn(section);
  }

  cancel(): void {
    const { asked } = this;
    this.asked = undefined;
    this.problem = undefined;
    if (asked) void this.work.focusOn(asked.section);
  }

  refuse(section: SectionName, code: string): void {
    this.notice = undefined;
    this.problem = { section, code, place: placeOf(code, this.renderRoot) };
  }

  run(section: SectionName, name: string, work: () => Promise<Done | undefined>): void {
    this.work.run(section, name, work);
  }

  showMore(): void {
    this.work.showMore();
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

  get dialog() {
    return this.renderRoot.querySelector<LatchkeyReauthenticate>('latchkey-reauthenticate');
  }

  async load(): Promise<void> {
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
    this.work.last = Promise.resolve('');
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
    const everywhere = (await this.work.last) === 'everywhere';
    if (this.problem) return;
    const { hadUser } = this;
    this.hadUser = false;
    this.isSignedOut = true;
    if (hadUser) this.announce('latchkey-signed-out', { everywhere });
  }

  private signOut(): void {
    this.run('sessions', 'signOut', () => this.service.client.signOut().then(() => undefined));
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
