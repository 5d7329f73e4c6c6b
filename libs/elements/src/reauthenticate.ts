import { LatchkeyReauthenticate } from './reauthenticate/reauthenticate.js';

export { LatchkeyReauthenticate };

if (!customElements.get('latchkey-reauthenticate'))
  customElements.define('latchkey-reauthenticate', LatchkeyReauthenticate);

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-reauthenticate': LatchkeyReauthenticate;
  }
}
