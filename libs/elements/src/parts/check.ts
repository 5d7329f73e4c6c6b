import { html, type TemplateResult } from 'lit';

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
