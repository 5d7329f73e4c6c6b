import { html, nothing, type TemplateResult } from 'lit';
import type { Context } from '../flow/context.js';
import { check } from '../parts/check.js';
import { button, field, link, submit } from '../parts/fields.js';
import { endsOthers, qrCode, secretKey } from '../parts/new-factor.js';
import { recoveryCodeList } from '../parts/recovery-codes.js';
import { signedInAs } from './emails.js';
import { form, screen } from './screen.js';
import type { View } from './view.js';

/** The second step, by one of the methods that the account has. */
export function secondStep(view: View): TemplateResult {
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
    <p class="foot" part="foot">${link(wording.text('back'), () => view.go('start'))}</p>`,
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
  const totp = { id: 'code', label: 'code', autocomplete: 'one-time-code', inputmode: 'numeric' } as const;
  const recovery = { id: 'code', label: 'recoveryCode', autocomplete: 'off' } as const;
  const content = html`${field(view, byRecovery ? recovery : totp)}
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
export function enrol(view: View): TemplateResult {
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

export function enrolApp(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const code = { id: 'code', label: 'code', autocomplete: 'one-time-code', inputmode: 'numeric' } as const;
  const content = html`${field(view, code)} ${submit(wording.text('continue'), view.isRunning('confirm_app'))}`;
  return screen(
    view,
    wording.text('appTitle'),
    wording.text('appText'),
    html`${endsOthers(wording, context.mfaToken === undefined)}
    ${context.app ? qrCode(context.app.qr, wording.text('qrCode')) : nothing}
    <p class="small">${wording.text('appSecret')} ${secretKey(context.app?.secret ?? '')}</p>
    ${form(view, ({ code: given = '' }) => steps.confirmApp(given), content)}
    <p class="foot" part="foot">${link(wording.text('back'), () => view.go('enrol'))}</p>`,
  );
}

export function recoveryCodes(view: View): TemplateResult {
  const { wording, context } = view;
  const content = html`${recoveryCodeList(wording, context.recoveryCodes ?? [])}
  ${button(wording.text('savedThem'), () => view.codesSaved(), { kind: 'primary' })}`;
  return screen(view, wording.text('recoveryCodesTitle'), wording.text('recoveryCodesText'), content);
}
