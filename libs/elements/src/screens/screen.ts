import { html, nothing, type TemplateResult } from 'lit';
import { alert, sending } from '../parts/fields.js';
import type { View } from './view.js';

type Content = TemplateResult | typeof nothing | string;

/** A screen: its title, the message about it, and its content. */
export function screen(view: View, title: string, lead: Content, content: Content): TemplateResult {
  return html`<div class="stack" part="screen">
    <div class="stack tight">
      <h1 part="title" tabindex="-1">${title}</h1>
      ${lead === nothing || lead === '' ? nothing : html`<p class="lead" part="lead">${lead}</p>`}
    </div>
    ${alert(view)}${content}
  </div>`;
}

/** A form of a screen. */
export function form(view: View, act: Parameters<typeof sending>[0], content: Content): TemplateResult {
  const busy = view.flow.running !== undefined;
  return html`<form part="form" novalidate aria-busy=${String(busy)} @submit=${sending(act)}>${content}</form>`;
}
