import { LatchkeyError } from '@latchkey/client';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LatchkeyElement } from '../parts/element.js';
import { button } from '../parts/fields.js';
import type { Facts } from '../parts/service.js';
import type { LatchkeyReauthenticate } from '../reauthenticate/reauthenticate.js';
import { ACCOUNT_TEXTS } from '../texts/account/account-texts.js';
import { SIGN_IN_TEXTS } from '../texts/sign-in-texts.js';
import type { TextSet } from '../texts/texts.js';
import { identitiesSection, passkeysSection } from './access.js';
import { accountStyles } from './account-styles.js';
import { emailSection, passwordSection } from './address.js';
import { factorsSection } from './factors.js';
import { readAccount } from './read.js';
import { deleteSection, sessionsSection } from './sessions.js';
import type { AccountData, AccountView, Details, Done, SectionName } from './view.js';

/** Where the message of an error stands, if not above its section. */
const PLACES: Record<string, string> = {
  INVALID_EMAIL: 'email',
  EMAIL_ALREADY_IN_USE: 'email',
  INVALID_PASSWORD: 'old',
  WEAK_PASSWORD: 'password',
  INVALID_CODE: 'code',
};

/** The account of the signed-in user. Without one, it says so by the event `latchkey-signed-out`. */
export class LatchkeyAccount extends LatchkeyElement implements AccountView {
  static override styles = [...LatchkeyElement.styles, accountStyles];
  static override properties: PropertyDeclarations = Object.fromEntries(
    ['data', 'running', 'asked', 'notice', 'problem', 'failure'].map((name) => [name, { state: true }]),
  );

  declare data: AccountData;
  declare running: string | undefined;
  declare asked: AccountView['asked'];
  declare notice: AccountView['notice'];
  declare problem: AccountView['problem'];
  /** Why the account cannot be shown. */
  declare failure: string | undefined;
  facts!: Facts;

  protected override readonly textSets: TextSet[] = [SIGN_IN_TEXTS, ACCOUNT_TEXTS];
  private stopListening: () => void = () => undefined;

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
    void this.updateComplete.then(() => this.focusFirst());
  }

  cancel(): void {
    this.asked = undefined;
    this.problem = undefined;
  }

  run(section: SectionName, name: string, work: () => Promise<Done | undefined>): void {
    if (this.running === undefined) void this.attempt(section, name, work);
  }

  override render(): TemplateResult {
    const { wording } = this;
    if (this.failure)
      return html`<div class="stack"><h1 tabindex="-1">${wording.text('failedTitle')}</h1>${button(wording.text('tryAgain'), () => void this.load(), { kind: 'primary' })}</div>`;
    if (!this.data)
      return html`<div class="waiting" role="status"><span class="spinner" aria-hidden="true"></span>${wording.text('oneMoment')}</div>`;
    return html`<div class="stack" aria-busy=${String(this.running !== undefined)}>
        <div class="top">
          <h1 part="title" tabindex="-1">${wording.text('account')}</h1>
          ${button(wording.text('signOut'), () => void this.service.client.signOut(), { kind: 'compact' })}
        </div>
        ${emailSection(this)} ${passwordSection(this)} ${this.facts.doors.includes('passkey') ? passkeysSection(this) : nothing}
        ${factorsSection(this)} ${identitiesSection(this)} ${sessionsSection(this)} ${deleteSection(this)}
      </div>
      <latchkey-reauthenticate
        .client=${this.service.client}
        .locale=${this.locale}
        .ownTexts=${this.ownTexts}
      ></latchkey-reauthenticate>`;
  }

  override updated(): void {
    this.announceScreen('account', this.facts);
    if (this.problem && this.problem.place !== 'form') this.focusOn(`#${this.problem.place}`);
  }

  private async attempt(section: SectionName, name: string, work: () => Promise<Done | undefined>): Promise<void> {
    this.running = name;
    this.problem = undefined;
    this.notice = undefined;
    const dialog = this.renderRoot.querySelector('latchkey-reauthenticate') as LatchkeyReauthenticate;
    try {
      const { notice, what, details } = (await dialog.run(work)) ?? {};
      this.asked = what ? { section, what, details } : undefined;
      if (notice) this.notice = { section, text: notice };
      await this.load();
    } catch (error) {
      const { code = 'UNKNOWN', retryAfter } = error as Partial<LatchkeyError>;
      const isClosed = code === 'REAUTHENTICATION_REQUIRED';
      if (!isClosed) this.problem = { section, code, place: this.placeOf(code), retryAfter };
    }
    this.running = undefined;
  }

  /** Beside the field, if it is shown. */
  private placeOf(code: string): string {
    const place = PLACES[code] ?? 'form';
    return this.renderRoot.querySelector(`#${place}`) ? place : 'form';
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

  /** Completes a connected account, if a provider has led back to this page. */
  private async arrive(): Promise<void> {
    const linked = this.service.external.completeSignIn();
    await linked.catch(({ code }: LatchkeyError) => {
      this.problem = { section: 'identities', code, place: 'form' };
    });
    await this.load();
  }

  private leave(): void {
    this.announce('latchkey-signed-out', {});
  }
}
