import { html, type TemplateResult } from 'lit';
import type { Wording } from '../texts/texts.js';
import { button } from './fields.js';

/** New recovery codes, which are shown once, with the ways to keep them. */
export function recoveryCodeList(wording: Wording, codes: string[]): TemplateResult {
  const text = `${codes.join('\n')}\n`;
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return html`<ul class="codes" part="codes" dir="ltr">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
    <div class="stack tight">
      ${button(wording.text('copy'), () => void navigator.clipboard.writeText(text))}
      <a class="button" part="button" href=${href} download="recovery-codes.txt">${wording.text('download')}</a>
    </div>`;
}
