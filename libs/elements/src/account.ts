import { LatchkeyElement } from './parts/element.js';

export class LatchkeyAccount extends LatchkeyElement {}

if (!customElements.get('latchkey-account')) customElements.define('latchkey-account', LatchkeyAccount);

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-account': LatchkeyAccount;
  }
}
