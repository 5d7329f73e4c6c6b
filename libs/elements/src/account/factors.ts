import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { endsOthers, qrCode, secretKey } from '../parts/new-factor.js';
import { qrCodeOf } from '../parts/qr-code.js';
import { recoveryCodeList } from '../parts/recovery-codes.js';
import { namedActions, renaming } from './naming.js';
import { askedOr, list, questionOf, row, section, sure } from './section.js';
import type { AccountView, Details } from './view.js';

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
    askedOr(view, 'factors', offers(view), () => question(view, asked?.what ?? '', asked?.details ?? {})),
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
function question(
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
