import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Wording } from '../texts/texts.js';
import type { QrCode } from './qr-code.js';

/** The key of an app in groups, of which a copy has no blanks. */
export function secretKey(secret: string): TemplateResult {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return html`<code dir="ltr" part="key">${groups.map((group) => html`<span>${group}</span>`)}</code>`;
}

export function qrCode({ size, path }: QrCode, label: string): TemplateResult {
  return html`<svg class="qr" part="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    ${svg`<path d=${path} fill="currentColor"></path>`}
  </svg>`;
}

/**
 * Says what a first second factor ends: all sessions that have not shown it.
 * @param isSignedIn whether the user has a session here, which stays
 */
export function endsOthers(wording: Wording, isSignedIn: boolean): TemplateResult {
  return html`<p class="notice" part="notice">${wording.text('othersSignInAgain')} ${isSignedIn ? wording.text('stayHere') : nothing}</p>`;
}
