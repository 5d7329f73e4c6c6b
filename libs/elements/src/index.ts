import { LatchkeySignIn } from './sign-in/sign-in.js';

export type { OwnTexts, Texts } from './texts/texts.js';
export { LatchkeySignIn };

if (!customElements.get('latchkey-sign-in')) customElements.define('latchkey-sign-in', LatchkeySignIn);

declare global {
  interface HTMLElementEventMap {
    'latchkey-signed-in': CustomEvent<{ uid: string; code?: string }>;
    'latchkey-error': CustomEvent<{ code: string }>;
  }
  interface HTMLElementTagNameMap {
    'latchkey-sign-in': LatchkeySignIn;
  }
}
