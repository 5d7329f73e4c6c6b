import { LatchkeyError } from '@latchkey/client';
import { html, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LatchkeyElement } from '../parts/element.js';
import { waiting } from '../parts/fields.js';
import type { Facts } from '../parts/service.js';
import type { LatchkeyReauthenticate } from '../reauthenticate/reauthenticate.js';
import { ACCOUNT_TEXTS } from '../texts/account/account-texts.js';
import { SIGN_IN_TEXTS } from '../texts/sign-in-texts.js';
import type { TextSet } from '../texts/texts.js';
import { accountStyles } from './account-styles.js';
import { focusOn, placeOf } from './places.js';
import { readAccount } from './read.js';
import { outOfReach, top } from './section.js';
import { sectionsOf } from './sections.js';
import type { AccountData, AccountView, Details, Done, SectionName } from './view.js';

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
  /** What was done last. */
  private work: Promise<void> = Promise.resolve();

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
    void this.focusOnSection(section);
  }

  cancel(): void {
    const { asked } = this;
    this.asked = undefined;
    this.problem = undefined;
    if (asked) void this.focusOnSection(asked.section);
  }

  run(section: SectionName, name: string, work: () => Promise<Done | undefined>): void {
    if (this.running === undefined) this.work = this.attempt(section, name, work);
  }

  override render(): TemplateResult {
    const { wording } = this;
    if (this.failure) return outOfReach(wording, () => void this.load());
    if (!this.data) return waiting(wording);
    return html`<div class="stack" aria-busy=${String(this.running !== undefined)}>
        ${top(wording, () => this.signOut())} ${sectionsOf(this)}
      </div>
      <latchkey-reauthenticate
        .client=${this.service.client}
        .locale=${this.locale}
        .ownTexts=${this.ownTexts}
      ></latchkey-reauthenticate>`;
  }

  override updated(): void {
    this.announceScreen('account', this.facts);
    this.showProblem(this.problem);
  }

  private get dialog() {
    return this.renderRoot.querySelector<LatchkeyReauthenticate>('latchkey-reauthenticate');
  }

  private async attempt(section: SectionName, name: string, work: () => Promise<Done | undefined>): Promise<void> {
    this.running = name;
    this.problem = undefined;
    this.notice = undefined;
    try {
      const { notice, what, details } = (await this.dialog?.run(work)) ?? {};
      await this.load();
      this.asked = what ? { section, what, details } : undefined;
      if (notice) this.notice = { section, text: notice };
    } catch (error) {
      const { code = 'UNKNOWN', retryAfter } = error as Partial<LatchkeyError>;
      // After the end of the session, the page leads to the sign-in.
      const isOver = ['REAUTHENTICATION_REQUIRED', 'NOT_AUTHENTICATED'].includes(code);
      if (!isOver) this.problem = { section, code, place: placeOf(code, this.renderRoot), retryAfter };
    }
    this.running = undefined;
    if (!this.problem) await this.focusOnSection(section);
  }

  private focusOnSection(name: SectionName): Promise<void> {
    return this.updateComplete.then(() => focusOn(name, this.renderRoot));
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
    await this.work;
    if (!this.problem) this.announce('latchkey-signed-out', {});
  }

  private signOut(): void {
    this.run('sessions', 'signOut', () => this.service.client.signOut().then(() => undefined));
  }
}
