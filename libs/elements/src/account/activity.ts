import { html, nothing, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import type { TextKey } from '../texts/texts.js';
import { aboutOf, browserOf, nameOfSession } from './naming.js';
import {
  type AccountView,
  askedOr,
  list,
  row,
  type SecurityEvent,
  type Session,
  section,
  sure,
  workButton,
} from './section.js';

export function sessionsSection(view: AccountView): TemplateResult {
  const { wording, data, service } = view;
  const rows = hereFirst(data.sessions).map((session) => {
    const { session_id: id, ip, created_at: since, last_used_at: used, current } = session;
    const act = () => view.run('sessions', id, () => service.client.endSession(id));
    const look = { kind: 'compact', working: view.running === id, about: aboutOf(view, 'sessions', id) };
    const end = button(wording.text('endSession'), act, look);
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
    askedOr(view, 'sessions', html`<div class="actions">${everywhere}</div>`, () => askEverywhere(view)),
  ]);
}

/** The session of this page, then those that it has opened, then all others, each newest first. */
function hereFirst(sessions: Session[]): Session[] {
  const here = sessions.find(({ current }) => current)?.session_id;
  const distance = ({ session_id: id, parent_id: parent }: Session) => (id === here ? 0 : parent === here ? 1 : 2);
  return [...sessions].sort((one, other) => distance(one) - distance(other));
}

function askEverywhere(view: AccountView): TemplateResult {
  return sure(view, 'sessions', {
    text: view.wording.text('signOutEverywhereText'),
    yes: 'signOutEverywhere',
    action: 'everywhere',
    work: () => view.service.client.signOut({ everywhere: true }),
  });
}

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
    asked?.section === 'devices' ? askAboutDevice(view) : nothing,
  ]);
}

function askAboutDevice(view: AccountView): TemplateResult {
  const { wording, service, asked } = view;
  const { id = '', name = '', current = false } = asked?.details ?? {};
  const work = async () => {
    await service.client.removeDevice(id);
    // Its session has ended, but the access token still reads for some minutes.
    if (current) await service.client.signOut();
  };
  const text = wording.text('removeDeviceText', { name });
  return sure(view, 'devices', { text, yes: 'remove', action: 'remove', work });
}

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

/** Until then, the browser has begun to save a file. */
const SAVED_AFTER_MS = 60_000;

export function dataSection(view: AccountView): TemplateResult {
  const { wording, service } = view;
  const download = async () => save(await service.client.downloadData(), 'my-data.json');
  const saved = () => ({ notice: wording.text('dataSaved') });
  return section(view, 'data', wording.text('data'), [
    html`<p class="hint">${wording.text('dataText')}</p>`,
    html`<div class="actions">${workButton(view, 'data', 'downloadData', download, saved)}</div>`,
  ]);
}

/** Lets the browser save a file. */
function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED_AFTER_MS);
}

export function deleteSection(view: AccountView): TemplateResult {
  const { wording, asked, service } = view;
  const ask = button(wording.text('deleteAccount'), () => view.ask('delete', 'sure'), { kind: 'compact danger' });
  const work = () => service.client.deleteUser();
  const question = () =>
    sure(view, 'delete', { text: wording.text('deleteSure'), yes: 'deleteAccount', action: 'delete', work });
  return section(view, 'delete', wording.text('deleteAccount'), [
    html`<p class="hint">${wording.text('deleteText')}</p>`,
    asked?.section === 'delete' ? question() : html`<div class="actions">${ask}</div>`,
  ]);
}
