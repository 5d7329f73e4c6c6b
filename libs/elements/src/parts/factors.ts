import { html, nothing, svg, type TemplateResult } from 'lit';
import type { Wording } from '../texts/texts.js';
import { button } from './fields.js';
import type { QrCode } from './qr-code.js';

interface Check {
  id: string;
  text: string;
  hint: string;
  checked: boolean | undefined;
  choose: (event: Event) => void;
}

/** A choice that can be left out. */
export function check({ id, text, hint, checked = false, choose }: Check): TemplateResult {
  return html`<div class="check" part="check">
    <input id=${id} type="checkbox" .checked=${checked} aria-describedby="${id}-hint" @change=${choose} />
    <div>
      <label for=${id}>${text}</label>
      <p class="hint" part="hint" id="${id}-hint">${hint}</p>
    </div>
  </div>`;
}

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

/** New recovery codes, which are shown once, with the ways to keep them. */
export function recoveryCodeList(wording: Wording, codes: string[]): TemplateResult {
  const text = `${codes.join('\n')}\n`;
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  const copy = async ({ currentTarget }: Event) => {
    const status = (currentTarget as HTMLElement).parentElement?.querySelector('[role=status]');
    await navigator.clipboard.writeText(text);
    status?.replaceChildren(wording.text('copied'));
  };
  return html`<ul class="codes" part="codes" dir="ltr">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
    <div class="stack tight">
      ${navigator.clipboard ? button(wording.text('copy'), copy) : nothing}
      <a class="button" part="button" href=${href} download="recovery-codes.txt">${wording.text('download')}</a>
      <p class="hint said" role="status"></p>
    </div>`;
}
