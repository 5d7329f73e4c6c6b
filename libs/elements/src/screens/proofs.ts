import type { ProofMethod } from '@latchkey/client';
import { html, type TemplateResult } from 'lit';
import { button, link, submit } from '../parts/fields.js';
import { METHODS, proofField } from '../reauthenticate/methods.js';
import type { TextKey } from '../texts/texts.js';
import { askCode, back, signedInAs, withEmail } from './emails.js';
import { form, screen } from './screen.js';
import type { View } from './view.js';

/** The user is signed in, and proves again who they are, since the product demands it. */
export function stepUp(view: View): TemplateResult {
  const { wording, context, facts } = view;
  const offered = (Object.keys(METHODS) as ProofMethod[]).filter((method) => context.proofs?.includes(method));
  const method = offered.find((each) => each === context.proof) ?? offered[0] ?? 'password';
  const others = offered.filter((each) => each !== method);
  const choices = others.map((each) => link(wording.text(METHODS[each]), () => view.chooseProof(each)));
  return screen(
    view,
    wording.text('secondStepTitle'),
    html`${wording.text('stepUpText', { app: facts.app_name })} ${signedInAs(view)}`,
    html`${proof(view, method)}
    ${choices.map((choice) => html`<p class="foot" part="foot">${choice}</p>`)}
    <p class="foot" part="foot">${link(wording.text('otherAccount'), () => view.go('start'))}</p>`,
  );
}

function proof(view: View, method: ProofMethod): TemplateResult {
  const { wording, steps } = view;
  const primary = (text: TextKey, act: () => void, working: boolean) =>
    button(wording.text(text), act, { kind: 'primary', working });
  if (method === 'passkey')
    return primary('withPasskey', () => steps.reauthenticateByPasskey(), view.isRunning('reauthenticate_passkey'));
  if (method === 'email_code')
    return primary('withCode', () => steps.requestProofCode(), view.isRunning('ask_reauthentication'));
  const content = html`${proofField(view, method)}
  ${submit(wording.text('continue'), view.isRunning('reauthenticate'))}`;
  return form(view, (values) => steps.reauthenticate(method, values), content);
}

/** The code of the email that the user has asked for. */
export function stepUpCode(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const use = (code: string) => steps.reauthenticate('email_code', { code });
  const content = html`${askCode(view, 'reauthenticate', use, () => steps.requestProofCode())} ${back(view, 'step_up')}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText', context.account?.email), content);
}
