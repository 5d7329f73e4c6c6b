import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import type { TextKey } from '../texts/texts.js';
import { browserOf } from './browser.js';
import { list, row, section } from './section.js';
import type { AccountView, SecurityEvent } from './view.js';

/** What happened in the account, newest first. */
export function securitySection(view: AccountView): TemplateResult {
  const { wording, data } = view;
  const more = button(wording.text('showMore'), () => view.showMore(), {
    kind: 'compact',
    working: view.running === 'more',
  });
  return section(view, 'security', wording.text('security'), [
    html`<p class="hint">${wording.text('securityText')}</p>`,
    list(
      data.events.events.map((event) => row(titleOf(view, event), factsOf(view, event), nothing)),
      wording.text('noEvents'),
    ),
    data.events.has_more ? html`<div class="actions">${more}</div>` : nothing,
  ]);
}

/** A type that this version does not know is shown as it is. */
const titleOf = ({ wording }: AccountView, { type, reason }: SecurityEvent) =>
  wording.text(`${type}.${reason}` as TextKey) || wording.text(type as TextKey) || type;

function factsOf({ wording, data }: AccountView, { at, ip, client, device }: SecurityEvent): string[] {
  const time = wording.date(at);
  if (ip === null && client === null) return [time, wording.text('byAdministrator')];
  const isHere = data.devices.some(({ device_id: id, current }) => current && id === device);
  return [time, client ? browserOf(client) : '', ip ?? '', isHere ? wording.text('thisDevice') : ''];
}
