import { html, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { askCode, askEmail, back, signedInAs, withEmail } from './emails.js';
import { screen } from './screen.js';
import type { View } from './view.js';

/** The address that a provider has not proved. */
export function confirm(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const named = context.pendingEmail;
  const send = button(wording.text('send'), () => steps.requestConfirmation(named ?? ''), {
    kind: 'primary',
    working: view.isRunning('ask_confirmation'),
  });
  // The code goes to the address that the provider has named, and to no other one.
  const ask = named
    ? html`<p><bdi><strong>${named}</strong></bdi></p>${send}`
    : askEmail(view, 'ask_confirmation', (email) => steps.requestConfirmation(email));
  return screen(view, wording.text('confirmTitle'), wording.text('confirmText'), html`${ask} ${back(view)}`);
}

export function confirmCode(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestConfirmation(context.sentTo ?? '');
  const content = html`${askCode(view, 'confirm', (given) => steps.confirm(given), again)} ${back(view)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText'), content);
}

/** The address of the account, before it gets a second factor. */
export function enrolEmail(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const ask = (email: string) => steps.requestCode(email, false, 'ask_proof');
  // A user who is signed in confirms the email of this account, and no other one.
  const account = context.mfaToken === undefined ? context.account : undefined;
  const asked = account
    ? button(wording.text('send'), () => ask(account.email), {
        kind: 'primary',
        working: view.isRunning('ask_proof'),
      })
    : askEmail(view, 'ask_proof', ask);
  const lead = html`${wording.text('enrolEmailText')} ${account ? signedInAs(view) : ''}`;
  return screen(view, wording.text('confirmTitle'), lead, html`${asked} ${back(view, 'enrol')}`);
}

export function enrolCode(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestCode(context.sentTo ?? '', false, 'ask_proof');
  const content = html`${askCode(view, 'prove', (given) => steps.prove(given), again)} ${back(view, 'enrol_email')}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText'), content);
}
