import { html, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { questionOf } from './section.js';
import type { AccountView, Details } from './view.js';

type Named = 'factors' | 'passkeys';

const nameOf = (view: AccountView, section: Named, name: string) =>
  name || view.wording.text(section === 'factors' ? 'authenticatorApp' : 'passkeys');

/** The buttons of an authenticator app or a passkey: what each asks is shown below the list. */
export function namedActions(view: AccountView, section: Named, id: string, given: string): TemplateResult {
  const { wording } = view;
  const name = nameOf(view, section, given);
  const ask = (what: 'rename' | 'remove') =>
    button(wording.text(what), () => view.ask(section, what, { id, name }), { kind: 'compact', about: name });
  return html`<div class="actions">${ask('rename')} ${ask('remove')}</div>`;
}

/** Asks for another name. */
export function renaming(
  view: AccountView,
  section: Named,
  { id = '', name = '' }: Details,
  rename: (id: string, name: string) => Promise<void>,
): TemplateResult {
  return questionOf(view, section, {
    fields: [{ id: 'name', label: 'name', value: name, autocomplete: 'off' }],
    action: 'rename',
    text: view.wording.text('save'),
    send: ({ name: chosen = '' }) =>
      view.run(section, 'rename', async () => {
        await rename(id, chosen);
        return undefined;
      }),
  });
}
