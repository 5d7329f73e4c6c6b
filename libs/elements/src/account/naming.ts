import { html, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import type { TextKey } from '../texts/texts.js';
import { type AccountView, questionOf, type SectionName, type Session, sure } from './section.js';

/** Browsers and systems by what only their `User-Agent` has. The first one that matches counts. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A browser in the words of its user. */
export function browserOf(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1]);
  return [browser, system].filter(Boolean).join(', ') || userAgent.slice(0, 60) || '?';
}

type Named = 'factors' | 'passkeys';

/** A thing in a list of the account, and what tells it from others, the most telling first. */
interface Listed {
  section: SectionName;
  id: string;
  words: string[];
}

/** What a button of a row concerns: its name, and where another row has a button of the same name, more about it. */
export function aboutOf(view: AccountView, section: Named | 'devices' | 'sessions', id: string): string {
  const rows = listed(view).filter((each) => (each.section === 'sessions') === (section === 'sessions'));
  const row = rows.find((each) => each.section === section && each.id === id);
  if (!row) return '';
  const same = (depth: number) => rows.filter(({ words }) => nameOf(words, depth) === nameOf(row.words, depth));
  const depth = row.words.findIndex((_word, index) => same(index + 1).length === 1) + 1;
  if (depth > 0) return nameOf(row.words, depth);
  const all = row.words.length;
  return `${nameOf(row.words, all)} (${view.wording.number(same(all).indexOf(row) + 1)})`;
}

const nameOf = (words: string[], depth: number) => words.slice(0, depth).join(', ');

function listed({ data, wording }: AccountView): Listed[] {
  const since = (key: 'addedOn' | 'signedInOn', time: number) => wording.text(key, { time: wording.date(time) });
  const list = <Each extends { created_at: number }>(
    section: SectionName,
    rows: Each[],
    of: (row: Each) => { id: string; name: string | string[] },
  ) =>
    rows.map((each) => {
      const { id, name } = of(each);
      const time = since(section === 'sessions' ? 'signedInOn' : 'addedOn', each.created_at);
      return { section, id, words: [name, wording.text(section as TextKey), time].flat() };
    });
  // Passkeys have a list of their own.
  const apps = data.mfa.factors.filter(({ type }) => type === 'totp');
  return [
    ...list('factors', apps, ({ factor_id: id, name }) => ({
      id,
      name: name || wording.text('authenticatorApp'),
    })),
    ...list('passkeys', data.passkeys, ({ passkey_id: id, name }) => ({ id, name: name || wording.text('passkeys') })),
    ...list('devices', data.devices, ({ device_id: id, client }) => ({ id, name: browserOf(client) })),
    ...list('sessions', data.sessions, (session) => ({
      id: session.session_id,
      name: nameOfSession({ data, wording }, session),
    })),
  ];
}

/** What a session is in the words of its user: a browser; or a product, with the browser that has opened it. */
export function nameOfSession(
  { data, wording }: Pick<AccountView, 'data' | 'wording'>,
  { session_id: id, parent_id: parent, user_agent: agent, current }: Session,
): string[] {
  const browser = browserOf(agent);
  const here = data.sessions.find((session) => session.current);
  if (current || !here) return [browser];
  if (parent) {
    const isHere = parent === here.session_id || parent === here.parent_id;
    return [wording.text(isHere ? 'appHere' : 'appOfOther'), browser];
  }
  return id === here.parent_id ? [wording.text('pagesHere'), browser] : [browser];
}

/** The buttons of an authenticator app or a passkey: what each asks is shown below the list. */
export function namedActions(view: AccountView, section: Named, id: string, name: string): TemplateResult {
  const { wording } = view;
  const about = aboutOf(view, section, id);
  const ask = (what: 'rename' | 'remove', shown: string) =>
    button(wording.text(what), () => view.ask(section, what, { id, name: shown }), { kind: 'compact', about });
  return html`<div class="actions">${ask('rename', name || about)} ${ask('remove', about)}</div>`;
}

/** What one of these buttons asks: for another name, or whether to remove it. */
export function askAboutNamed(
  view: AccountView,
  section: Named,
  rename: (id: string, name: string) => Promise<void>,
  remove: (id: string) => Promise<void>,
): TemplateResult {
  const { id = '', name = '' } = view.asked?.details ?? {};
  if (view.asked?.what === 'remove') {
    const text = view.wording.text('removeText', { name });
    return sure(view, section, { text, yes: 'remove', action: 'remove', work: () => remove(id) });
  }
  return questionOf(view, section, {
    fields: [{ id: 'name', label: 'name', value: name, autocomplete: 'off' }],
    action: 'rename',
    text: 'save',
    work: ({ name: chosen = '' }) => rename(id, chosen),
  });
}
