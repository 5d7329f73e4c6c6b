import { LatchkeyError, type ProofMethod } from '@latchkey/client';
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { LatchkeyElement } from './parts/element.js';
import { alert, button, link, sending, submit } from './parts/fields.js';
import { METHODS, otherMethods, PLACES, proofField, sendProof } from './parts/proofs.js';
import { ACCOUNT_TEXTS } from './texts/account/account-texts.js';
import { SIGN_IN_TEXTS, type TextSet } from './texts/texts.js';

export const dialogStyles = css`
  :host {
    display: contents;
  }
  dialog {
    width: min(26rem, calc(100vw - 2rem));
    max-height: calc(100dvh - 2rem);
    padding: clamp(1.25rem, 5vw, 2rem);
    border: 0;
    border-radius: calc(var(--radius) * 1.5);
    background: var(--card);
    color: var(--text);
    box-shadow: 0 1rem 3rem rgb(0 0 0 / 30%);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 50%);
  }
  .foot {
    justify-content: flex-start;
    gap: 0.5rem 1.25rem;
  }
`;

/**
 * A dialog in which users prove again who they are, for calls that fail with `REAUTHENTICATION_REQUIRED`:
 * `await dialog.run(() => auth.deleteUser())`.
 */
export class LatchkeyReauthenticate extends LatchkeyElement {
  static override styles = [...LatchkeyElement.styles, dialogStyles];
  static override properties: PropertyDeclarations = {
    methods: { state: true },
    method: { state: true },
    problem: { state: true },
    working: { state: true },
  };

  declare methods: ProofMethod[];
  declare method: ProofMethod | undefined;
  declare problem: { code: string; place: string; retryAfter?: number | undefined } | undefined;
  declare working: boolean;

  protected override readonly textSets: TextSet[] = [SIGN_IN_TEXTS, ACCOUNT_TEXTS];
  private codeToken = '';
  private settle: (proved: boolean) => void = () => undefined;

  constructor() {
    super();
    this.methods = [];
    this.working = false;
  }

  /**
   * Does some work. When it needs a recent sign-in, the user proves who they are, and it is done once more.
   * @throws {LatchkeyError} of the work; also `REAUTHENTICATION_REQUIRED` if the user closes the dialog
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isDue = error instanceof LatchkeyError && error.code === 'REAUTHENTICATION_REQUIRED';
      if (!isDue || !(await this.ask(error.methods))) throw error;
      return work();
    }
  }

  /** Opens the dialog. Returns whether the user has proved who they are. */
  async ask(methods: ProofMethod[]): Promise<boolean> {
    this.methods = (Object.keys(METHODS) as ProofMethod[]).filter((method) => methods.includes(method));
    this.choose(this.methods[0]);
    await this.updateComplete;
    this.dialog?.showModal();
    this.focusFirst();
    return new Promise((settle) => {
      this.settle = settle;
    });
  }

  /** Gives up, as by the button. */
  close(): void {
    this.dialog?.close();
  }

  override render(): TemplateResult {
    const { wording, method } = this;
    return html`<dialog part="dialog" aria-labelledby="title" @close=${() => this.settle(false)}>
      <div class="stack">
        <div class="stack tight">
          <h2 id="title" part="title" tabindex="-1">${wording.text('reauthenticateTitle')}</h2>
          <p class="lead" part="lead">${wording.text(method ? 'reauthenticateText' : 'noProof')}</p>
        </div>
        ${alert(this)} ${this.proof()}
        <div class="row foot" part="foot">
          ${otherMethods(this, (each) => this.choose(each))}
          ${link(wording.text('cancel'), () => this.close())}
        </div>
      </div>
    </dialog>`;
  }

  private get dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  private proof(): TemplateResult | typeof nothing {
    const { wording, method, working } = this;
    if (method === undefined)
      return button(wording.text('signInAgain'), () => void this.signInAgain(), { kind: 'primary' });
    if (method === 'passkey')
      return button(wording.text('withPasskey'), () => void this.prove({}), { kind: 'primary', working });
    if (method === 'email_code' && this.codeToken === '')
      return button(wording.text('withCode'), () => void this.requestCode(), { kind: 'primary', working });
    return html`<form part="form" novalidate aria-busy=${String(working)} @submit=${sending((values) => void this.prove(values))}>
      ${proofField(this, method)} ${submit(wording.text('continue'), working)}
    </form>`;
  }

  private choose(method: ProofMethod | undefined): void {
    this.method = method;
    this.problem = undefined;
    this.codeToken = '';
    void this.updateComplete.then(() => this.focusFirst());
  }

  private requestCode(): Promise<void> {
    return this.attempt(async () => {
      this.codeToken = (await this.service.client.requestReauthenticationCode()).code_token;
    });
  }

  private prove(values: Record<string, string>): Promise<void> {
    return this.attempt(async () => {
      await sendProof(this.service, this.method as ProofMethod, { ...values, codeToken: this.codeToken });
      this.settle(true);
      this.dialog?.close();
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    if (this.working) return;
    this.working = true;
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      const { code, retryAfter } = error as LatchkeyError;
      if (code === 'NOT_AUTHENTICATED') this.close();
      this.problem = { code, place: PLACES[code] ?? 'form', retryAfter };
    }
    this.working = false;
    await this.updateComplete;
    if (this.dialog?.open) this.focusFirst();
  }

  private async signInAgain(): Promise<void> {
    this.dialog?.close();
    await this.service.client.signOut().catch(() => undefined);
    this.announce('latchkey-signed-out', {});
  }
}

if (!customElements.get('latchkey-reauthenticate'))
  customElements.define('latchkey-reauthenticate', LatchkeyReauthenticate);

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-reauthenticate': LatchkeyReauthenticate;
  }
}
