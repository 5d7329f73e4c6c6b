import type { ProofMethod } from '@latchkey/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Flow, Problem } from '../flow/flow.js';
import type { Action, Context, StateName } from '../flow/states.js';
import type { Steps } from '../flow/steps.js';
import { alert, CODE, type Field, field, link, sending, submit } from '../parts/fields.js';
import type { Facts } from '../parts/service.js';
import type { Wording } from '../texts/texts.js';

/** What the screens of a sign-in show, and what their buttons do. */
export interface View {
  wording: Wording;
  facts: Facts;
  flow: Flow;
  /** The page of a product that gets a code; empty without one. */
  nextUrl: string;
  context: Context;
  problem: Problem | undefined;
  steps: Steps;
  isRunning(action: Action): boolean;
  go(name: StateName): void;
  load(): void;
  /** Signs in in this browser, by the link that has led here if it can, without the product for which another browser has begun. */
  signInHere(): void;
  /** Changes between the codes of the app and recovery codes. */
  useRecoveryCode(wanted: boolean): void;
  /** Changes the method of a new proof. */
  chooseProof(proof: ProofMethod): void;
  /** The user has kept the recovery codes. */
  codesSaved(): void;
}

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

const EMAIL: Field = { id: 'email', label: 'email', type: 'email', autocomplete: 'username', inputmode: 'email' };

export const back = (view: View, to: 'start' | 'enrol' | 'enrol_email' | 'step_up' = 'start') =>
  html`<p class="foot" part="foot">${link(view.wording.text('back'), () => view.go(to))}</p>`;

/** A text with the email of the user in it, which is written from left to right in every language. */
export const withEmail = (
  { wording, context }: View,
  key: 'linkSentText' | 'resetSentText' | 'codeText' | 'continueAs' | 'newPasswordText' | 'elsewhereLink',
  email = context.sentTo,
) => {
  const [before, after] = wording.text(key, { email: '\u0000' }).split('\u0000');
  return html`${before}<bdi><strong>${email}</strong></bdi>${after}`;
};

/** Whom the page knows. Empty after a sign-in, which has not always named the account. */
export function signedInAs(view: View): TemplateResult | '' {
  const { account, uid } = view.context;
  return account && account.uid === uid ? withEmail(view, 'continueAs', account.email) : '';
}

/** The form that asks for an email. */
export function askEmail(view: View, action: Action, send: (email: string) => void): TemplateResult {
  const content = html`${field(view, { ...EMAIL, value: view.context.email })}
  ${submit(view.wording.text('send'), view.isRunning(action))}`;
  return form(view, ({ email = '' }) => send(email), content);
}

/** The form for the code of an email, and the way to another one. */
export function askCode(view: View, action: Action, use: (code: string) => void, again: () => void): TemplateResult {
  const { wording } = view;
  const content = html`${field(view, CODE)} ${submit(wording.text('continue'), view.isRunning(action))}`;
  return html`${form(view, ({ code = '' }) => use(code), content)}
    <p class="foot" part="foot">${wording.text('noEmail')} ${link(wording.text('sendAgain'), again)}</p>`;
}
