import { html, nothing, type TemplateResult } from 'lit';
import { alert, button, type Field, field, sending, submit } from '../parts/fields.js';
import type { Wording } from '../texts/texts.js';
import type { AccountView, SectionName } from './view.js';

type Content = TemplateResult | typeof nothing | (TemplateResult | typeof nothing)[];

/** A part of the account with its title, and the message about it. */
export function section(view: AccountView, name: SectionName, title: string, content: Content): TemplateResult {
  const { notice } = view;
  const said = notice?.section === name ? notice.text : undefined;
  return html`<section class="stack" part="section" aria-labelledby="${name}-title">
    <h2 id="${name}-title" part="heading" tabindex="-1">${title}</h2>
    ${alert(formOf(view, name))} ${said ? html`<p class="notice" part="notice" role="status">${said}</p>` : nothing} ${content}
  </section>`;
}

/** The title of the account, and the way out. */
export function top(wording: Wording, signOut: () => void): TemplateResult {
  return html`<div class="top">
    <h1 part="title" tabindex="-1">${wording.text('account')}</h1>
    ${button(wording.text('signOut'), signOut, { kind: 'compact' })}
  </div>`;
}

/** The service does not answer. */
export function outOfReach(wording: Wording, again: () => void): TemplateResult {
  return html`<div class="stack">
    <h1 part="title" tabindex="-1">${wording.text('failedTitle')}</h1>
    ${button(wording.text('tryAgain'), again, { kind: 'primary' })}
  </div>`;
}

/** The fields of a section know only the messages about it. */
function formOf({ wording, problem }: AccountView, name: SectionName) {
  return { wording, problem: problem?.section === name ? problem : undefined };
}

/** What a section asks: the fields, and a button to send them. */
export function questionOf(
  view: AccountView,
  name: SectionName,
  {
    fields,
    action,
    send,
    text,
  }: { fields: Field[]; action: string; text: string; send: (values: Record<string, string>) => void },
): TemplateResult {
  const busy = view.running !== undefined;
  return html`<form part="form" novalidate aria-busy=${String(busy)} @submit=${sending(send)}>
    ${fields.map((each) => field(formOf(view, name), each))}
    <div class="actions">
      ${submit(text, view.running === action, 'primary compact')}
      ${button(view.wording.text('cancel'), () => view.cancel(), { kind: 'compact' })}
    </div>
  </form>`;
}

/** A question with two answers. */
export function sure(view: AccountView, text: string, yes: string, action: string, act: () => void): TemplateResult {
  return html`<div class="stack tight sure" role="group" tabindex="-1" aria-label=${text}>
    <p>${text}</p>
    <div class="actions">
      ${button(yes, act, { kind: 'compact danger', working: view.running === action })}
      ${button(view.wording.text('cancel'), () => view.cancel(), { kind: 'compact' })}
    </div>
  </div>`;
}

/** A list of things that belong to the account. */
export function list(rows: TemplateResult[], empty: string): TemplateResult {
  return rows.length === 0 ? html`<p class="hint">${empty}</p>` : html`<ul class="list" part="list">${rows}</ul>`;
}

/** A thing of a list, with what is known about it, and a button. */
export function row(title: string, facts: string[], action: TemplateResult | typeof nothing): TemplateResult {
  return html`<li class="item" part="item">
    <div>
      <p class="name" tabindex="-1"><bdi>${title}</bdi></p>
      <p class="hint">${facts.filter((fact) => fact !== '').map((fact, index) => html`${index > 0 ? ' · ' : ''}<bdi>${fact}</bdi>`)}</p>
    </div>
    ${action}
  </li>`;
}
