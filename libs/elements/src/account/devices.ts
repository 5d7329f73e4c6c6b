import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { browserOf } from './browser.js';
import { aboutOf } from './naming.js';
import { list, row, section, sure } from './section.js';
import type { AccountView } from './view.js';

/** The browsers and apps in which the user has signed in. Those that are trusted say so. */
export function devicesSection(view: AccountView): TemplateResult {
  const { wording, data, asked } = view;
  const rows = data.devices.map(
    ({ device_id: id, client, created_at: added, last_used_at: used, trusted_until: trusted, current }) => {
      const about = aboutOf(view, 'devices', id);
      const facts = [
        wording.text('addedOn', { time: wording.date(added) }),
        wording.text('usedOn', { time: wording.date(used) }),
        trusted ? wording.text('trustedUntil', { time: wording.date(trusted) }) : '',
      ];
      const remove = () => view.ask('devices', 'remove', { id, name: about, current });
      return row(
        browserOf(client),
        facts,
        html`<div class="actions">
          ${current ? html`<span class="badge">${wording.text('thisDevice')}</span>` : nothing}
          ${button(wording.text('remove'), remove, { kind: 'compact', about })}
        </div>`,
      );
    },
  );
  return section(view, 'devices', wording.text('devices'), [
    html`<p class="hint">${wording.text('devicesText')}</p>`,
    list(rows, wording.text('noDevices')),
    asked?.section === 'devices' ? question(view) : nothing,
  ]);
}

function question(view: AccountView): TemplateResult {
  const { wording, service, asked } = view;
  const { id = '', name = '', current = false } = asked?.details ?? {};
  return sure(view, wording.text('removeDeviceText', { name }), wording.text('remove'), 'remove', () =>
    view.run('devices', 'remove', async () => {
      await service.client.removeDevice(id);
      // Its session has ended, but the access token still reads for some minutes.
      if (current) await service.client.signOut();
      return undefined;
    }),
  );
}
