import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { recoveryCodeList } from '../parts/recovery-codes.js';
import { namedActions, renaming } from './naming.js';
import { askedOr, list, row, section, sure } from './section.js';
import type { AccountView } from './view.js';

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
    askedOr(view, 'passkeys', html`<div class="actions">${add}</div>`, () => question(view)),
  ]);
}

function question(view: AccountView): TemplateResult {
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
