import { html, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { aboutOf, nameOfSession } from './naming.js';
import { askedOr, list, row, section, sure } from './section.js';
import type { AccountView, Session } from './view.js';

export function sessionsSection(view: AccountView): TemplateResult {
  const { wording, data, service } = view;
  const rows = hereFirst(data.sessions).map((session) => {
    const { session_id: id, ip, created_at: since, last_used_at: used, current } = session;
    const end = button(
      wording.text('endSession'),
      () =>
        view.run('sessions', id, async () => {
          await service.client.endSession(id);
          return undefined;
        }),
      { kind: 'compact', working: view.running === id, about: aboutOf(view, 'sessions', id) },
    );
    const [name = '', ...more] = nameOfSession(view, session);
    const facts = [
      ...more,
      wording.text('signedInOn', { time: wording.date(since) }),
      wording.text('usedOn', { time: wording.date(used) }),
      ip,
    ];
    return row(name, facts, current ? html`<span class="badge">${wording.text('thisPage')}</span>` : end);
  });
  const everywhere = button(wording.text('signOutEverywhere'), () => view.ask('sessions', 'everywhere'), {
    kind: 'compact',
  });
  return section(view, 'sessions', wording.text('sessions'), [
    list(rows, ''),
    askedOr(view, 'sessions', html`<div class="actions">${everywhere}</div>`, () => question(view)),
  ]);
}

/** The session of this page, then those that it has opened, then all others, each newest first. */
function hereFirst(sessions: Session[]): Session[] {
  const here = sessions.find(({ current }) => current)?.session_id;
  const distance = ({ session_id: id, parent_id: parent }: Session) => (id === here ? 0 : parent === here ? 1 : 2);
  return [...sessions].sort((one, other) => distance(one) - distance(other));
}

function question(view: AccountView): TemplateResult {
  const { wording, service } = view;
  return sure(view, wording.text('signOutEverywhereText'), wording.text('signOutEverywhere'), 'everywhere', () =>
    view.run('sessions', 'everywhere', async () => {
      await service.client.signOut({ everywhere: true });
      return undefined;
    }),
  );
}
