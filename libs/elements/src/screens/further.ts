import { html, type TemplateResult } from 'lit';
import { button, field, submit } from '../parts/fields.js';
import { newPassword } from '../parts/new-password.js';
import * as confirmations from './confirmations.js';
import { back, withEmail } from './emails.js';
import * as factors from './factors.js';
import * as proofs from './proofs.js';
import { form, screen } from './screen.js';
import type { View } from './view.js';

/** When an email was asked for, and in which browser, for a reader who has not done it. */
function askedBy({ wording, context: { link: asked } }: View): string {
  const { askedAt = 0, browser = '' } = asked ?? {};
  return wording.text(browser ? 'askedIn' : 'askedOn', { time: wording.date(askedAt), browser });
}

function choosePassword(view: View): TemplateResult {
  const { wording, context, steps, facts } = view;
  // Password managers find the account by the first field.
  const content = html`<input hidden type="email" name="username" autocomplete="username" .value=${context.link?.email ?? ''} />
    ${field(view, newPassword(wording, 'newPassword', facts.password_min_length))}
    ${submit(wording.text('setPassword'), view.isRunning('set_password'))}`;
  return screen(
    view,
    wording.text('newPasswordTitle'),
    withEmail(view, 'newPasswordText', context.link?.email),
    html`${form(view, ({ password = '' }) => steps.setPassword(password), content)}
      <p class="foot" part="foot">${askedBy(view)} ${wording.text('notAsked')}</p>
      ${back(view)}`,
  );
}

/** The product waits in another browser. */
function passwordSet(view: View): TemplateResult {
  const { wording } = view;
  const here = button(wording.text('signInHere'), () => view.signInHere());
  return screen(view, wording.text('passwordSet'), wording.text('passwordSetElsewhere'), here);
}

function linkElsewhere(view: View): TemplateResult {
  const { wording, context } = view;
  if (context.link) {
    const content = html`<p>${askedBy(view)}</p>
      ${button(wording.text('signInHere'), () => view.signInHere(), { kind: 'primary', working: view.isRunning('use_link') })}
      <p class="notice">${wording.text('elsewhereCode')}</p>
      <p class="foot" part="foot">${wording.text('notAsked')}</p>`;
    const lead = withEmail(view, 'elsewhereLink', context.link.email);
    return screen(view, wording.text('elsewhereTitle'), lead, content);
  }
  const content = html`<ol class="choices stack tight">
      <li>${wording.text('elsewhereThere')}</li>
      <li>${wording.text('elsewhereHere')}</li>
    </ol>
    ${button(wording.text('signInHere'), () => view.signInHere(), { kind: 'primary' })}`;
  return screen(view, wording.text('elsewhereTitle'), wording.text('elsewhereText'), content);
}

/** The screens that a plain sign-in does not show. They are loaded when one of them is needed. */
export const FURTHER = {
  new_password: choosePassword,
  password_set: passwordSet,
  link_elsewhere: linkElsewhere,
  confirm: confirmations.confirm,
  confirm_code: confirmations.confirmCode,
  second_step: factors.secondStep,
  enrol: factors.enrol,
  enrol_email: confirmations.enrolEmail,
  enrol_code: confirmations.enrolCode,
  enrol_app: factors.enrolApp,
  recovery_codes: factors.recoveryCodes,
  step_up: proofs.stepUp,
  step_up_code: proofs.stepUpCode,
};
