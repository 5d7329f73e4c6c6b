import { html, nothing, type TemplateResult } from 'lit';
import { endsOthers, qrCode, recoveryCodeList, secretKey } from '../parts/factors.js';
import { button, isTooShort, link, newPassword } from '../parts/fields.js';
import { qrCodeOf } from '../parts/qr-code.js';
import { namedActions, renaming } from './naming.js';
import {
  type AccountView,
  askedOr,
  askForCode,
  type Details,
  list,
  questionOf,
  row,
  section,
  sure,
} from './section.js';

export function emailSection(view: AccountView): TemplateResult {
  const { wording, data } = view;
  const { pending, expiry } = data.pending;
  const waiting = pending
    ? html`<p class="hint">
        ${wording.text('pendingEmail', { email: pending, time: wording.date(expiry ?? 0) })} ${link(wording.text('cancelChange'), () => forget(view))}
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
  const send = ({ email = '' }: Record<string, string>) =>
    view.run('email', 'email', async () => {
      await service.client.updateUser({ email });
      const { email: now } = await service.client.user();
      const isChanged = now.toLowerCase() === email.toLowerCase();
      return { notice: isChanged ? wording.text('emailChanged') : wording.text('emailPending', { email }) };
    });
  return questionOf(view, 'email', {
    fields: [{ id: 'email', label: 'newEmail', type: 'email', autocomplete: 'email', inputmode: 'email' }],
    action: 'email',
    text: wording.text('save'),
    send,
  });
}

function forget(view: AccountView): void {
  view.run('email', 'forget', async () => {
    await view.service.client.cancelEmailChange();
    return undefined;
  });
}

export function passwordSection(view: AccountView): TemplateResult {
  const { wording, service, data } = view;
  const change = button(wording.text('changePassword'), () => view.ask('password', 'change'), { kind: 'compact' });
  const forgot = button(
    wording.text('forgot'),
    () =>
      view.run('password', 'reset', async () => {
        await service.client.requestPasswordReset({
          email: data.user.email,
          locale: wording.locale,
          ...(view.resetUrl && { reset_url: view.resetUrl }),
        });
        return { notice: wording.text('resetSentText', { email: data.user.email }) };
      }),
    { kind: 'compact' },
  );
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
    text: wording.text('save'),
    send: ({ old = '', password = '' }) => {
      if (isTooShort(password, least)) return view.refuse('password', 'PASSWORD_TOO_SHORT');
      view.run('password', 'password', async () => {
        await service.client.changePassword(old, password);
        return { notice: wording.text('passwordChanged') };
      });
    },
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
  const add = button(
    wording.text('addPasskey'),
    () =>
      view.run('passkeys', 'passkey', async () => {
        const { recovery_codes: codes } = await service.passkeys.create();
        return codes && { what: 'codes', details: { codes } };
      }),
    { kind: 'compact', working: view.running === 'passkey' },
  );
  return section(view, 'passkeys', wording.text('passkeys'), [
    html`<p class="hint">${wording.text('passkeysText')}</p>`,
    list(rows, wording.text('noPasskeys')),
    askedOr(view, 'passkeys', html`<div class="actions">${add}</div>`, () => askAboutPasskey(view)),
  ]);
}

function askAboutPasskey(view: AccountView): TemplateResult {
  const { wording, service, asked } = view;
  const { id = '', name = '', codes = [] } = asked?.details ?? {};
  if (asked?.what === 'codes')
    return html`<p>${wording.text('recoveryCodesText')}</p>
      ${recoveryCodeList(wording, codes)} ${button(wording.text('savedThem'), () => view.cancel(), { kind: 'primary' })}`;
  if (asked?.what === 'rename')
    return renaming(view, 'passkeys', { id, name }, (renamed, chosen) => service.passkeys.rename(renamed, chosen));
  return sure(view, wording.text('removeText', { name }), wording.text('remove'), 'remove', () =>
    view.run('passkeys', 'remove', async () => {
      await service.passkeys.remove(id);
      return undefined;
    }),
  );
}

export function identitiesSection(view: AccountView): TemplateResult | typeof nothing {
  const { wording, data, facts, service } = view;
  if (facts.providers.length === 0 && data.identities.length === 0) return nothing;
  const nameOf = (provider: string) => facts.providers.find(({ id }) => id === provider)?.name ?? provider;
  const rows = data.identities.map(({ identity_id: id, provider, email }) =>
    row(
      nameOf(provider),
      [email ?? ''],
      button(
        wording.text('disconnect'),
        () =>
          view.run('identities', id, async () => {
            await service.external.unlinkIdentity(id);
            return undefined;
          }),
        { kind: 'compact', working: view.running === id, about: nameOf(provider) },
      ),
    ),
  );
  const missing = facts.providers.filter(({ id }) => !data.identities.some(({ provider }) => provider === id));
  const connect = missing.map(({ id, name }) =>
    button(
      wording.text('connect', { name }),
      () =>
        view.run('identities', id, async () => {
          await service.external.linkIdentity(id, { nextUrl: location.href.split(/[?#]/)[0] ?? '' });
          return undefined;
        }),
      { kind: 'compact', working: view.running === id },
    ),
  );
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
  const { wording, service, data } = view;
  const { client } = service;
  const add = button(
    wording.text('addApp'),
    () =>
      view.run('factors', 'add', async () => {
        const { factor_id: id, secret, uri } = await client.factors.addTotp();
        return { what: 'confirm', details: { id, secret, qr: await qrCodeOf(uri) } };
      }),
    { kind: 'compact', working: view.running === 'add' },
  );
  const renew = button(
    wording.text('renewCodes'),
    () =>
      view.run('factors', 'renew', async () => ({
        what: 'codes',
        details: { codes: await client.factors.renewRecoveryCodes() },
      })),
    { kind: 'compact', working: view.running === 'renew' },
  );
  const { enabled, required, factors } = data.mfa;
  const toggle = button(
    wording.text(enabled ? 'mfaSwitchOff' : 'mfaSwitchOn'),
    () =>
      view.run('factors', 'toggle', async () => {
        const codes = await client.factors.setEnabled(!enabled);
        return codes && { what: 'codes', details: { codes } };
      }),
    { kind: 'compact', working: view.running === 'toggle' },
  );
  return html`<div class="actions">
    ${add} ${enabled ? renew : nothing} ${factors.length > 0 && !(enabled && required) ? toggle : nothing}
  </div>`;
}

/** What the section asks: the first code of an app, whether to remove one, or to keep the recovery codes. */
function askAboutFactor(
  view: AccountView,
  what: string,
  { id = '', name = '', secret = '', qr, codes = [] }: Details,
): TemplateResult {
  const { wording, service } = view;
  if (what === 'codes')
    return html`<h3>${wording.text('recoveryCodesTitle')}</h3>
      <p class="hint">${wording.text('recoveryCodesText')}</p>
      ${recoveryCodeList(wording, codes)} ${button(wording.text('savedThem'), () => view.cancel(), { kind: 'primary' })}`;
  if (what === 'rename')
    return renaming(view, 'factors', { id, name }, (renamed, chosen) =>
      service.client.factors.renameTotp(renamed, chosen),
    );
  if (what === 'remove')
    return sure(view, wording.text('removeText', { name }), wording.text('remove'), 'remove', () =>
      view.run('factors', 'remove', async () => {
        await service.client.factors.removeTotp(id);
        return undefined;
      }),
    );
  const { enabled, factors } = view.data.mfa;
  // Only then sign-ins need a factor from now on, and other sessions end, which have not shown it.
  const isFirst = !enabled && factors.every(({ type }) => type !== 'totp');
  return html`<p>${wording.text('appText')}</p>
    ${isFirst ? endsOthers(wording, true) : nothing}
    ${qr ? qrCode(qr, wording.text('qrCode')) : nothing}
    <p class="hint">${wording.text('appSecret')} ${secretKey(secret)}</p>
    ${questionOf(view, 'factors', {
      fields: [{ id: 'code', label: 'code', autocomplete: 'one-time-code', inputmode: 'numeric' }],
      action: 'confirm',
      text: wording.text('continue'),
      send: ({ code = '' }) =>
        view.run('factors', 'confirm', async () => {
          const { recovery_codes: made } = await service.client.factors.confirmTotp(id, code);
          return made && { what: 'codes', details: { codes: made } };
        }),
    })}`;
}
