import { html, type TemplateResult } from 'lit';
import { button } from '../parts/fields.js';
import { section, sure } from './section.js';
import type { AccountView } from './view.js';

/** Until then, the browser has begun to save a file. */
const SAVED_AFTER_MS = 60_000;

export function dataSection(view: AccountView): TemplateResult {
  const { wording, service } = view;
  const download = button(
    wording.text('downloadData'),
    () =>
      view.run('data', 'download', async () => {
        save(await service.client.downloadData(), 'my-data.json');
        return { notice: wording.text('dataSaved') };
      }),
    { kind: 'compact', working: view.running === 'download' },
  );
  return section(view, 'data', wording.text('data'), [
    html`<p class="hint">${wording.text('dataText')}</p>`,
    html`<div class="actions">${download}</div>`,
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
  const question = () =>
    sure(view, wording.text('deleteSure'), wording.text('deleteAccount'), 'delete', () =>
      view.run('delete', 'delete', async () => {
        await service.client.deleteUser();
        return undefined;
      }),
    );
  return section(view, 'delete', wording.text('deleteAccount'), [
    html`<p class="hint">${wording.text('deleteText')}</p>`,
    asked?.section === 'delete' ? question() : html`<div class="actions">${ask}</div>`,
  ]);
}
