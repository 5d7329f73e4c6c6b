import { html, type TemplateResult } from 'lit';
import type { Action } from '../flow/outcomes.js';
import { type Field, field, link, submit } from '../parts/fields.js';
import { form, screen } from './screen.js';
import type { View } from './view.js';

const EMAIL: Field = { id: 'email', label: 'email', type: 'email', autocomplete: 'username', inputmode: 'email' };
const CODE: Field = { id: 'code', label: 'code', autocomplete: 'one-time-code', inputmode: 'numeric' };

export const back = (view: View, to: 'start' | 'enrol' | 'enrol_email' | 'step_up' = 'start') =>
  html`<p class="foot" part="foot">${link(view.wording.text('back'), () => view.go(to))}</p>`;

/** A text with the email of the user in it, which is written from left to right in every language. */
export const withEmail = (
  { wording, context }: View,
  key: 'linkSentText' | 'resetSentText' | 'codeText' | 'continueAs' | 'newPasswordText' | 'elsewhereLink',
  email = context.sentTo,
) => {
  const [before, after] = wording.text(key, { email: '\u0000' }).split('\u0000');
  return html`${before}<bdi><strong>${email}</strong></bdi>${after}`;
};

/** Whom the page knows. Empty after a sign-in, which has not always named the account. */
export function signedInAs(view: View): TemplateResult | '' {
  const { account, uid } = view.context;
  return account && account.uid === uid ? withEmail(view, 'continueAs', account.email) : '';
}

/** The form that asks for an email. */
export function askEmail(view: View, action: Action, send: (email: string) => void): TemplateResult {
  const content = html`${field(view, { ...EMAIL, value: view.context.email })}
  ${submit(view.wording.text('send'), view.isRunning(action))}`;
  return form(view, ({ email = '' }) => send(email), content);
}

/** The form for the code of an email, and the way to another one. */
export function askCode(view: View, action: Action, use: (code: string) => void, again: () => void): TemplateResult {
  const { wording } = view;
  const content = html`${field(view, CODE)} ${submit(wording.text('continue'), view.isRunning(action))}`;
  return html`${form(view, ({ code = '' }) => use(code), content)}
    <p class="foot" part="foot">${wording.text('noEmail')} ${link(wording.text('sendAgain'), again)}</p>`;
}

export function reset(view: View): TemplateResult {
  const { wording, steps } = view;
  const content = html`${askEmail(view, 'reset', (email) => steps.requestReset(email))} ${back(view)}`;
  return screen(view, wording.text('resetTitle'), wording.text('resetText'), content);
}

export function resetSent(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = link(wording.text('sendAgain'), () => steps.requestReset(context.sentTo ?? ''));
  const content = html`<p class="foot" part="foot">${wording.text('noEmail')} ${again}</p>${back(view)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'resetSentText'), content);
}

export function linkSent(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestLink(context.sentTo ?? '', context.signUp ?? false);
  const codes = html`<p class="notice">${wording.text('sameBrowser')}</p>
    ${askCode(view, 'use_code', (given) => steps.useCode(given), again)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'linkSentText'), html`${codes} ${back(view)}`);
}

export function code(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestCode(context.sentTo ?? '', context.signUp ?? false);
  const content = html`${askCode(view, 'use_code', (given) => steps.useCode(given), again)} ${back(view)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText'), content);
}
