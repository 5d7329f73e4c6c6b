import { html, nothing, type TemplateResult } from 'lit';
import type { Wording } from '../texts/texts.js';
import { button } from './fields.js';

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
