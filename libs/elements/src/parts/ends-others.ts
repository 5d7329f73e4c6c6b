import { html, nothing, type TemplateResult } from 'lit';
import type { Wording } from '../texts/texts.js';

/**
 * Says what a first second factor ends: all sessions that have not shown it.
 * @param isSignedIn whether the user has a session here, which stays
 */
export function endsOthers(wording: Wording, isSignedIn: boolean): TemplateResult {
  return html`<p class="notice" part="notice">${wording.text('othersSignInAgain')} ${isSignedIn ? wording.text('stayHere') : nothing}</p>`;
}
