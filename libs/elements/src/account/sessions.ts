import { html, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { browserOf } from './browser.js';
import { aboutOf } from './naming.js';
import { list, row, section } from './section.js';
import type { AccountView } from './view.js';

export function sessionsSection(view: AccountView): TemplateResult {
  const { wording, data, service } = view;
  const rows = data.sessions.map(
    ({ session_id: id, user_agent: agent, ip, created_at: since, last_used_at: used, current }) => {
      const end = button(
        wording.text('endSession'),
        () =>
          view.run('sessions', id, async () => {
            await service.client.endSession(id);
            return undefined;
          }),
        { kind: 'compact', working: view.running === id, about: aboutOf(view, 'sessions', id) },
      );
      const facts = [
        wording.text('signedInOn', { time: wording.date(since) }),
        wording.text('usedOn', { time: wording.date(used) }),
        ip,
      ];
      return row(
        browserOf(agent),
        facts,
        current ? html`<span class="badge">${wording.text('thisDevice')}</span>` : end,
      );
    },
  );
  const everywhere = button(
    wording.text('signOutEverywhere'),
    () =>
      view.run('sessions', 'everywhere', async () => {
        await service.client.signOut({ everywhere: true });
        return undefined;
      }),
    { kind: 'compact', working: view.running === 'everywhere' },
  );
  return section(view, 'sessions', wording.text('sessions'), [
    list(rows, ''),
    html`<div class="actions">${everywhere}</div>`,
  ]);
}
