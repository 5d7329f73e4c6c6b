import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey, Wording } from '../texts/texts.js';

/** What a field or a message needs of the element that shows it. */
export interface Form {
  wording: Wording;
  problem: { code: string; place: string; retryAfter?: number | undefined } | undefined;
}

/** A field with its label, a hint, and the message about its value. */
export interface Field {
  /** Also the place of its messages. */
  id: string;
  label: TextKey;
  autocomplete: string;
  type?: 'text' | 'email' | 'password';
  value?: string | undefined;
  hint?: string;
  /** How many characters a new password has at least. */
  least?: number;
  /** Below the field. */
  aside?: TemplateResult | typeof nothing;
  inputmode?: 'numeric' | 'email' | 'text';
}

/** The code of an email or of an authenticator app. */
export const CODE: Field = { id: 'code', label: 'code', autocomplete: 'one-time-code', inputmode: 'numeric' };

export function field({ wording, problem }: Form, given: Field): TemplateResult {
  const { id, label, autocomplete, type = 'text', value = '', hint, least, aside = nothing, inputmode } = given;
  const wrong = problem?.place === id ? problem : undefined;
  const described = [hint && `${id}-hint`, wrong && `${id}-problem`].filter(Boolean).join(' ');
  const isCode = autocomplete === 'one-time-code';
  return html`<div class="field" part="field">
    <label part="label" for=${id}>${wording.text(label)}</label>
    <div class="box">
      <input
        part="input"
        class=${isCode ? 'code' : ''}
        id=${id}
        name=${id === 'email' ? 'username' : id}
        type=${type}
        autocomplete=${autocomplete}
        inputmode=${inputmode ?? nothing}
        autocapitalize="none"
        autocorrect="off"
        spellcheck="false"
        dir=${type === 'password' ? nothing : 'auto'}
        .value=${value}
        aria-required="true"
        aria-invalid=${wrong ? 'true' : 'false'}
        aria-describedby=${described || nothing}
      />
      ${type === 'password' ? peek(wording, id, label) : nothing}
    </div>
    ${hint ? html`<p class="hint" part="hint" id="${id}-hint">${hint}</p>` : nothing}
    ${wrong ? html`<p class="problem" part="problem" id="${id}-problem" role="alert">${wording.error(wrong.code, wrong.retryAfter, least)}</p>` : nothing}
    ${aside === nothing ? nothing : html`<p class="aside">${aside}</p>`}
  </div>`;
}

/** Shows or hides a password. Beside the old one, the button of a new one has a name of its own. */
function peek(wording: Wording, id: string, field: TextKey): TemplateResult {
  const toggle = ({ currentTarget }: Event) => {
    const button = currentTarget as HTMLButtonElement;
    const input = button.previousElementSibling as HTMLInputElement;
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(shown));
  };
  const label = wording.text('show');
  const name = wording.text('showPassword') + (field === 'password' ? '' : `: ${wording.text(field)}`);
  return html`<button type="button" class="peek" part="peek" aria-controls=${id} aria-pressed="false" aria-label=${name} @click=${toggle}>
    ${label}
  </button>`;
}

/** The message about a whole form. */
export function alert({ wording, problem }: Form): TemplateResult | typeof nothing {
  if (problem?.place !== 'form') return nothing;
  const text = wording.error(problem.code, problem.retryAfter);
  return html`<p class="alert" part="alert" role="alert">${text}</p>`;
}

/** The button of a form. */
export function submit(text: string, working: boolean, kind = 'primary'): TemplateResult {
  return html`<button class="button ${kind} ${working ? 'working' : ''}" part="button ${kind}">
    ${working ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}${text}
  </button>`;
}

/** A button that does something by itself. `about` names what it concerns, among several buttons with the same text. */
export function button(
  text: string,
  act: (event: Event) => void,
  { kind = '', working = false, about }: { kind?: string; working?: boolean; about?: string } = {},
): TemplateResult {
  const label = about ? `${text}: ${about}` : nothing;
  return html`<button
    type="button"
    class="button ${kind} ${working ? 'working' : ''}"
    part="button ${kind}"
    aria-label=${label}
    @click=${act}
  >
    ${working ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}${text}
  </button>`;
}

/** A button in a sentence. */
export function link(text: string, act: () => void): TemplateResult {
  return html`<button type="button" class="link" part="link" @click=${act}>${text}</button>`;
}

/** Sends the values of a form, without blanks around all but passwords. */
export function sending(act: (values: Record<string, string>, button: HTMLElement | null) => void) {
  return (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    act(valuesOf(form), event.submitter);
  };
}

/** The values of the fields in the form of an element, by their ids. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const inputs = [...form.querySelectorAll('input')];
  return Object.fromEntries(
    inputs.map(({ id, value, autocomplete }) => [id, autocomplete.includes('password') ? value : value.trim()]),
  );
}

/** Shown while nothing else can be. */
export function waiting(wording: Wording): TemplateResult {
  return html`<div class="waiting" role="status">
    <span class="spinner" aria-hidden="true"></span>
    <h1 tabindex="-1">${wording.text('oneMoment')}</h1>
  </div>`;
}

/**
 * The field of a new password.
 * @param least how many characters it has at least
 */
export function newPassword(wording: Wording, label: TextKey, least: number): Field {
  const hint = wording.text('passwordHint', { count: wording.number(least) });
  return { id: 'password', label, type: 'password', autocomplete: 'new-password', hint, least };
}

/** Whether the service would refuse a new password for its length alone. It counts code points in NFC. */
export function isTooShort(password: string, least: number): boolean {
  return [...password.normalize('NFC')].length < least;
}
