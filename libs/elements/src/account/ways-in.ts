import { html, nothing, type TemplateResult } from 'lit';
import { endsOthers, qrCode, recoveryCodeList, secretKey } from '../parts/factors.js';
import { button, CODE, isTooShort, link, newPassword } from '../parts/fields.js';
import { qrCodeOf } from '../parts/qr-code.js';
import { askAboutNamed, namedActions } from './naming.js';
import {
  type AccountView,
  askedOr,
  askForCode,
  type Details,
  type Done,
  list,
  questionOf,
  row,
  section,
  workButton,
} from './section.js';

/** New recovery codes, if there are some, are shown at once. */
const showCodes = (codes: string[] | undefined): Done | undefined => codes && { what: 'codes', details: { codes } };

export function emailSection(view: AccountView): TemplateResult {
  const { wording, data, service } = view;
  const { pending, expiry } = data.pending;
  const forget = () => view.run('email', 'forget', () => service.client.cancelEmailChange());
  const waiting = pending
    ? html`<p class="hint">
        ${wording.text('pendingEmail', { email: pending, time: wording.date(expiry ?? 0) })} ${link(wording.text('cancelChange'), forget)}
      </p>`
    : nothing;
  const confirm = !data.user.email_verified && view.facts.doors.includes('email_code');
  const offers = html`<div class="actions">
    ${button(wording.text('changeEmail'), () => view.ask('email', 'change'), { kind: 'compact' })}
    ${confirm ? button(wording.text('confirmTitle'), () => askForCode(view, 'email'), { kind: 'compact', working: view.running === 'confirm' }) : nothing}
  </div>`;
  return section(view, 'email', wording.text('yourEmail'), [
    html`<p><bdi>${data.user.email}</bdi></p>`,
    waiting,
    askedOr(view, 'email', offers, () => changeEmail(view)),
  ]);
}

function changeEmail(view: AccountView): TemplateResult {
  const { wording, service } = view;
  return questionOf(view, 'email', {
    fields: [{ id: 'email', label: 'newEmail', type: 'email', autocomplete: 'email', inputmode: 'email' }],
    action: 'email',
    text: 'save',
    work: async ({ email = '' }) => {
      await service.client.updateUser({ email });
      const { email: now } = await service.client.user();
      const isChanged = now.toLowerCase() === email.toLowerCase();
      return isChanged ? wording.text('emailChanged') : wording.text('emailPending', { email });
    },
    show: (notice) => ({ notice }),
  });
}

export function passwordSection(view: AccountView): TemplateResult {
  const { wording, service, data } = view;
  const change = button(wording.text('changePassword'), () => view.ask('password', 'change'), { kind: 'compact' });
  const { email } = data.user;
  const body = { email, locale: wording.locale, ...(view.resetUrl && { reset_url: view.resetUrl }) };
  const sent = () => ({ notice: wording.text('resetSentText', { email }) });
  const reset = () => view.run('password', 'reset', () => service.client.requestPasswordReset(body), sent);
  const forgot = button(wording.text('forgot'), reset, { kind: 'compact' });
  const offers = html`<div class="actions">${change} ${view.facts.doors.includes('magic_link') ? forgot : nothing}</div>`;
  return section(
    view,
    'password',
    wording.text('password'),
    askedOr(view, 'password', offers, () => changePassword(view)),
  );
}

function changePassword(view: AccountView): TemplateResult {
  const { wording, service, facts } = view;
  const { password_min_length: least } = facts;
  return questionOf(view, 'password', {
    fields: [
      { id: 'old', label: 'oldPassword', type: 'password', autocomplete: 'current-password' },
      newPassword(wording, 'newPassword', least),
    ],
    action: 'password',
    text: 'save',
    refuses: ({ password = '' }) => (isTooShort(password, least) ? 'PASSWORD_TOO_SHORT' : undefined),
    work: ({ old = '', password = '' }) => service.client.changePassword(old, password),
    show: () => ({ notice: wording.text('passwordChanged') }),
  });
}

export function passkeysSection(view: AccountView): TemplateResult {
  const { wording, data, service } = view;
  const rows = data.passkeys.map(({ passkey_id: id, name, created_at: added, last_used_at: used }) =>
    row(
      name,
      [
        wording.text('addedOn', { time: wording.date(added) }),
        used ? wording.text('usedOn', { time: wording.date(used) }) : '',
      ],
      namedActions(view, 'passkeys', id, name),
    ),
  );
  const create = async () => (await service.passkeys.create()).recovery_codes;
  const add = workButton(view, 'passkeys', 'addPasskey', create, showCodes);
  return section(view, 'passkeys', wording.text('passkeys'), [
    html`<p class="hint">${wording.text('passkeysText')}</p>`,
    list(rows, wording.text('noPasskeys')),
    askedOr(view, 'passkeys', html`<div class="actions">${add}</div>`, () => askAboutPasskey(view)),
  ]);
}

function askAboutPasskey(view: AccountView): TemplateResult {
  const { wording, asked } = view;
  const { passkeys } = view.service;
  if (asked?.what === 'codes')
    return html`<p>${wording.text('recoveryCodesText')}</p>
      ${recoveryCodeList(wording, asked.details?.codes ?? [])}
      ${button(wording.text('savedThem'), () => view.cancel(), { kind: 'primary' })}`;
  return askAboutNamed(
    view,
    'passkeys',
    (id, name) => passkeys.rename(id, name),
    (id) => passkeys.remove(id),
  );
}

export function identitiesSection(view: AccountView): TemplateResult | typeof nothing {
  const { wording, data, facts, service } = view;
  if (facts.providers.length === 0 && data.identities.length === 0) return nothing;
  const nameOf = (provider: string) => facts.providers.find(({ id }) => id === provider)?.name ?? provider;
  const rows = data.identities.map(({ identity_id: id, provider, email }) => {
    const act = () => view.run('identities', id, () => service.external.unlinkIdentity(id));
    const look = { kind: 'compact', working: view.running === id, about: nameOf(provider) };
    return row(nameOf(provider), [email ?? ''], button(wording.text('disconnect'), act, look));
  });
  const missing = facts.providers.filter(({ id }) => !data.identities.some(({ provider }) => provider === id));
  const connectTo = (id: string) =>
    service.external.linkIdentity(id, { nextUrl: location.href.split(/[?#]/)[0] ?? '' });
  const connect = missing.map(({ id, name }) => {
    const act = () => view.run('identities', id, () => connectTo(id));
    return button(wording.text('connect', { name }), act, { kind: 'compact', working: view.running === id });
  });
  return section(view, 'identities', wording.text('identities'), [
    list(rows, wording.text('noIdentities')),
    askedOr(view, 'identities', html`<div class="actions">${connect}</div>`, () => nothing),
  ]);
}

export function factorsSection(view: AccountView): TemplateResult {
  const { wording, data, asked } = view;
  const { mfa } = data;
  const rows = mfa.factors
    .filter(({ type }) => type === 'totp')
    .map(({ factor_id: id, name, created_at: added }) =>
      row(
        name || wording.text('authenticatorApp'),
        [wording.text('addedOn', { time: wording.date(added) })],
        namedActions(view, 'factors', id, name),
      ),
    );
  const codes = mfa.enabled
    ? html`<p class="hint">${wording.text('recoveryCodesLeft', { count: wording.number(mfa.recovery_codes_left) })}</p>`
    : nothing;
  return section(view, 'factors', wording.text('factors'), [
    html`<p class="hint">${wording.text(mfa.enabled ? 'mfaOn' : 'factorsText')}</p>`,
    list(rows, wording.text('noFactors')),
    codes,
    askedOr(view, 'factors', offers(view), () => askAboutFactor(view, asked?.what ?? '', asked?.details ?? {})),
  ]);
}

function offers(view: AccountView): TemplateResult {
  const { factors: own } = view.service.client;
  const begin = async () => {
    const { factor_id: id, secret, uri } = await own.addTotp();
    return { id, secret, qr: await qrCodeOf(uri) };
  };
  const add = workButton(view, 'factors', 'addApp', begin, (details) => ({ what: 'confirm', details }));
  const renew = workButton(view, 'factors', 'renewCodes', () => own.renewRecoveryCodes(), showCodes);
  const { enabled, required, factors } = view.data.mfa;
  const text = enabled ? 'mfaSwitchOff' : 'mfaSwitchOn';
  const toggle = workButton(view, 'factors', text, () => own.setEnabled(!enabled), showCodes);
  return html`<div class="actions">
    ${add} ${enabled ? renew : nothing} ${factors.length > 0 && !(enabled && required) ? toggle : nothing}
  </div>`;
}

/** What the section asks: the first code of an app, whether to remove one, or to keep the recovery codes. */
function askAboutFactor(
  view: AccountView,
  what: string,
  { id = '', secret = '', qr, codes = [] }: Details,
): TemplateResult {
  const { wording } = view;
  const { factors: own } = view.service.client;
  if (what === 'codes')
    return html`<h3>${wording.text('recoveryCodesTitle')}</h3>
      <p class="hint">${wording.text('recoveryCodesText')}</p>
      ${recoveryCodeList(wording, codes)} ${button(wording.text('savedThem'), () => view.cancel(), { kind: 'primary' })}`;
  if (what === 'rename' || what === 'remove')
    return askAboutNamed(
      view,
      'factors',
      (of, name) => own.renameTotp(of, name),
      (of) => own.removeTotp(of),
    );
  const { enabled, factors } = view.data.mfa;
  // Only then sign-ins need a factor from now on, and other sessions end, which have not shown it.
  const isFirst = !enabled && factors.every(({ type }) => type !== 'totp');
  return html`<p>${wording.text('appText')}</p>
    ${isFirst ? endsOthers(wording, true) : nothing}
    ${qr ? qrCode(qr, wording.text('qrCode')) : nothing}
    <p class="hint">${wording.text('appSecret')} ${secretKey(secret)}</p>
    ${questionOf(view, 'factors', {
      fields: [CODE],
      action: 'confirm',
      text: 'continue',
      work: ({ code = '' }) => own.confirmTotp(id, code),
      show: ({ recovery_codes: made }) => showCodes(made),
    })}`;
}
