import './reauthenticate.js';
import { LatchkeyAccount } from './account/account.js';

export { LatchkeyAccount };

if (!customElements.get('latchkey-account')) customElements.define('latchkey-account', LatchkeyAccount);

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-account': LatchkeyAccount;
  }
  interface HTMLElementEventMap {
    'latchkey-signed-out': CustomEvent<{ everywhere?: boolean }>;
  }
}
