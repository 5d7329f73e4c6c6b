import type { ProofMethod } from '@latchkey/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Context } from '../flow/states.js';
import { check, endsOthers, qrCode, recoveryCodeList, secretKey } from '../parts/factors.js';
import { button, CODE, field, link, newPassword, submit } from '../parts/fields.js';
import { METHODS, otherMethods, proofField } from '../parts/proofs.js';
import type { TextKey } from '../texts/texts.js';
import { askCode, askEmail, back, form, screen, signedInAs, type View, withEmail } from './screen.js';

/** The second step, by one of the methods that the account has. */
function secondStep(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const way = wayOf(context);
  const passkey = button(wording.text('withPasskey'), () => steps.verifyPasskey(), {
    kind: way === 'passkey' ? 'primary' : '',
    working: view.isRunning('verify_passkey'),
  });
  return screen(
    view,
    wording.text('secondStepTitle'),
    wording.text(LEADS[way]),
    html`${way === 'passkey' ? trust(view) : typedCode(view, way === 'recovery')}
    ${way !== 'passkey' && context.methods?.includes('passkey') ? html`<p class="or" part="divider">${wording.text('or')}</p>${passkey}` : nothing}
    ${way === 'passkey' ? passkey : nothing} ${switchMethod(view, way)}
    ${back(view)}`,
  );
}

const LEADS = { totp: 'totpText', passkey: 'passkeyText', recovery: 'recoveryText' } as const;
type Way = keyof typeof LEADS;

/** The method that comes first: a recovery code only by choice, or where there is nothing else. */
function wayOf({ methods = [], recovery = false }: Context): Way {
  if (recovery) return 'recovery';
  if (methods.includes('totp')) return 'totp';
  return methods.includes('passkey') ? 'passkey' : 'recovery';
}

function typedCode(view: View, byRecovery: boolean): TemplateResult {
  const { wording, steps } = view;
  const content = html`${proofField(view, byRecovery ? 'recovery_code' : 'totp')}
  ${trust(view)} ${submit(wording.text('continue'), view.isRunning('verify_code'))}`;
  return form(view, ({ code = '' }) => steps.verify(code, byRecovery), content);
}

/** Whether later sign-ins on this device need no second step, where the service allows it. */
function trust({ wording, context, facts }: View): TemplateResult | typeof nothing {
  if (facts.trusted_device_ttl === 0) return nothing;
  const choose = ({ currentTarget }: Event) => {
    context.trusts = (currentTarget as HTMLInputElement).checked;
  };
  const text = wording.text('trustDevice', { time: wording.span(facts.trusted_device_ttl) });
  return check({ id: 'trust', text, hint: wording.text('trustHint'), checked: context.trusts, choose });
}

/** The way to the recovery codes, and from there to the app. */
function switchMethod(view: View, way: Way): TemplateResult | typeof nothing {
  const { wording, context } = view;
  const byRecovery = way === 'recovery';
  if (!context.methods?.includes(byRecovery ? 'totp' : 'recovery_code')) return nothing;
  const text = wording.text(byRecovery ? 'useApp' : 'useRecoveryCode');
  return html`<p class="foot" part="foot">${link(text, () => view.useRecoveryCode(!byRecovery))}</p>`;
}

/** The choice of a factor that the account must have. */
function enrol(view: View): TemplateResult {
  const { wording, context, steps, facts } = view;
  const isSignedIn = context.mfaToken === undefined;
  const has = (method: string) => !context.methods || context.methods.includes(method);
  const app = button(wording.text('addApp'), () => steps.addApp(), {
    kind: 'primary',
    working: view.isRunning('add_app'),
  });
  const passkey = button(wording.text('addPasskey'), () => steps.addPasskey(), {
    working: view.isRunning('add_passkey'),
  });
  return screen(
    view,
    wording.text('enrolTitle'),
    html`${wording.text('enrolText', { app: facts.app_name })} ${isSignedIn ? signedInAs(view) : ''}`,
    html`${isSignedIn ? nothing : endsOthers(wording, false)}
    <div class="stack tight">${has('totp') ? app : nothing} ${has('passkey') && facts.doors.includes('passkey') ? passkey : nothing}</div>
    <p class="foot" part="foot">${link(wording.text(isSignedIn ? 'otherAccount' : 'back'), () => view.go('start'))}</p>`,
  );
}

function enrolApp(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const content = html`${field(view, CODE)} ${submit(wording.text('continue'), view.isRunning('confirm_app'))}`;
  return screen(
    view,
    wording.text('appTitle'),
    wording.text('appText'),
    html`${endsOthers(wording, context.mfaToken === undefined)}
    ${context.app ? qrCode(context.app.qr, wording.text('qrCode')) : nothing}
    <p class="small">${wording.text('appSecret')} ${secretKey(context.app?.secret ?? '')}</p>
    ${form(view, ({ code: given = '' }) => steps.confirmApp(given), content)}
    ${back(view, 'enrol')}`,
  );
}

function recoveryCodes(view: View): TemplateResult {
  const { wording, context } = view;
  const content = html`${recoveryCodeList(wording, context.recoveryCodes ?? [])}
  ${button(wording.text('savedThem'), () => view.codesSaved(), { kind: 'primary' })}`;
  return screen(view, wording.text('recoveryCodesTitle'), wording.text('recoveryCodesText'), content);
}

/** The address that a provider has not proved. */
function confirm(view: View): TemplateResult {
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

function confirmCode(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestConfirmation(context.sentTo ?? '');
  const content = html`${askCode(view, 'confirm', (given) => steps.confirm(given), again)} ${back(view)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText'), content);
}

/** The address of the account, before it gets a second factor. */
function enrolEmail(view: View): TemplateResult {
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

function enrolCode(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestCode(context.sentTo ?? '', false, 'ask_proof');
  const content = html`${askCode(view, 'prove', (given) => steps.prove(given), again)} ${back(view, 'enrol_email')}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText'), content);
}

/** The user is signed in, and proves again who they are, since the product demands it. */
function stepUp(view: View): TemplateResult {
  const { wording, context, facts } = view;
  const offered = (Object.keys(METHODS) as ProofMethod[]).filter((method) => context.proofs?.includes(method));
  const method = offered.find((each) => each === context.proof) ?? offered[0] ?? 'password';
  const choices = otherMethods({ wording, methods: offered, method }, (each) => view.chooseProof(each));
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
function stepUpCode(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const use = (code: string) => steps.reauthenticate('email_code', { code });
  const content = html`${askCode(view, 'reauthenticate', use, () => steps.requestProofCode())} ${back(view, 'step_up')}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText', context.account?.email), content);
}

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
  confirm,
  confirm_code: confirmCode,
  second_step: secondStep,
  enrol,
  enrol_email: enrolEmail,
  enrol_code: enrolCode,
  enrol_app: enrolApp,
  recovery_codes: recoveryCodes,
  step_up: stepUp,
  step_up_code: stepUpCode,
};
