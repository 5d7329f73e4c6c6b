import { MfaError, type Schemas } from '@latchkey/client';
import { css, html, nothing, type TemplateResult } from 'lit';
import { alert, button, CODE, type Field, field, link, sending, submit } from '../parts/fields.js';
import type { Facts, Service } from '../parts/service.js';
import type { TextKey, Wording } from '../texts/texts.js';

/** What the service knows about the signed-in user. */
export interface AccountData {
  user: Schemas['UserView'];
  pending: Schemas['PendingEmailView'];
  mfa: Schemas['MfaView'];
  passkeys: Schemas['PasskeyView'][];
  identities: Schemas['IdentityView'][];
  sessions: Schemas['SessionView'][];
  devices: Schemas['DeviceView'][];
  /** The newest ones, as far as they are shown. */
  events: Schemas['SecurityEventList'];
}

export type SecurityEvent = AccountData['events']['events'][number];

export type Session = AccountData['sessions'][number];

/** The sections of an account. A message is shown in the section where it belongs. */
export type SectionName =
  | 'email'
  | 'password'
  | 'factors'
  | 'passkeys'
  | 'identities'
  | 'sessions'
  | 'devices'
  | 'security'
  | 'data'
  | 'delete';

/** What a section shows, and what its buttons do. */
export interface AccountView {
  wording: Wording;
  facts: Facts;
  data: AccountData;
  service: Service;
  resetUrl: string;
  /** What is under way, and where. */
  running: string | undefined;
  /** What the section asks at the moment: a form, a question, or new recovery codes. */
  asked: { section: SectionName; what: string; details?: Details } | undefined;
  notice: { section: SectionName; text: string } | undefined;
  problem: { section: SectionName; code: string; place: string; retryAfter?: number | undefined } | undefined;
  ask(section: SectionName, what: string, details?: Details): void;
  cancel(): void;
  /** Shows why something cannot be done, beside its field. */
  refuse(section: SectionName, code: string): void;
  /** Shows further events. */
  showMore(): void;
  /**
   * Does some work, after the user has proved who they are where it needs that, and reads the account anew.
   * @param show returns what the section shows then. Default: what it offers
   */
  run<Found>(section: SectionName, name: string, work: () => Promise<Found>, show?: Show<Found>): void;
}

/** What a section shows after some work, by what that has found. */
export type Show<Found> = (found: Found) => Done | undefined;

export interface Details {
  id?: string;
  name?: string;
  secret?: string;
  qr?: { size: number; path: string };
  codes?: string[];
  /** Whether it is the device of this page. */
  current?: boolean;
  /** What goes on after the email is confirmed. */
  resume?: (() => void) | undefined;
}

/** What a section shows after some work. */
export interface Done {
  notice?: string;
  what?: string;
  details?: Details;
  /** What goes on then, in place of what the section shows. */
  resume?: (() => void) | undefined;
}

type Content = TemplateResult | typeof nothing;

/** A part of the account with its title, and the message about it. */
export function section(
  view: AccountView,
  name: SectionName,
  title: string,
  content: Content | Content[],
): TemplateResult {
  const { notice } = view;
  const said = notice?.section === name ? notice.text : undefined;
  return html`<section class="stack" part="section" aria-labelledby="${name}-title">
    <h2 id="${name}-title" part="heading" tabindex="-1">${title}</h2>
    ${alert(formOf(view, name))} ${said ? html`<p class="notice" part="notice" role="status">${said}</p>` : nothing} ${content}
  </section>`;
}

/** What a section asks, in place of what it offers: also the confirmation of the email, where the service wants that first. */
export function askedOr(view: AccountView, name: SectionName, offers: Content, question: () => Content): Content {
  if (view.asked?.section !== name) return offers;
  return view.asked.what === 'confirm_email' ? emailConfirmation(view, name) : question();
}

/** Confirms the email by a code, then does what needed it. */
function emailConfirmation(view: AccountView, name: SectionName): TemplateResult {
  const { wording, service, data, asked } = view;
  const { email } = data.user;
  const { id, resume } = asked?.details ?? {};
  const send = () => askForCode(view, name, resume);
  const text = (key: 'confirmFirst' | 'codeText') => {
    const [before, after] = wording.text(key, { email: '\u0000' }).split('\u0000');
    return html`<p class="hint">${before}<bdi>${email}</bdi>${after}</p>`;
  };
  if (id === undefined)
    return html`${text('confirmFirst')}
      <div class="actions sure-of-email">
        ${button(wording.text('send'), send, { kind: 'primary compact', working: view.running === 'confirm' })}
        ${button(wording.text('cancel'), () => view.cancel(), { kind: 'compact' })}
      </div>`;
  const form = questionOf(view, name, {
    fields: [CODE],
    action: 'code',
    text: 'continue',
    work: ({ code = '' }) =>
      service.client.proveEmail(id, code).catch((error) => {
        // The email is confirmed. The session needs no second step, since it goes on.
        if (!(error instanceof MfaError)) throw error;
      }),
    show: () => ({ resume }),
  });
  return html`${text('codeText')}${form}<p class="foot">${wording.text('noEmail')} ${link(wording.text('sendAgain'), send)}</p>`;
}

/** Mails a code that confirms the email. @param resume what needs the confirmation */
export function askForCode(view: AccountView, name: SectionName, resume?: () => void): void {
  const { service, data, wording } = view;
  const send = () => service.client.requestCode({ email: data.user.email, locale: wording.locale });
  view.run(name, 'confirm', send, ({ code_token: id }) => ({ what: 'confirm_email', details: { id, resume } }));
}

/** The title of the account, and the way out. */
export function top(wording: Wording, signOut: () => void): TemplateResult {
  return html`<div class="top">
    <h1 part="title" tabindex="-1">${wording.text('account')}</h1>
    ${button(wording.text('signOut'), signOut, { kind: 'compact' })}
  </div>`;
}

/** Nobody is signed in: the page of the element can show a sign-in in its place. */
export function signedOut(wording: Wording): TemplateResult {
  return html`<h1 part="title" tabindex="-1">${wording.text('signedOut')}</h1>`;
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

type Values = Record<string, string>;

interface Question<Found> {
  fields: Field[];
  action: string;
  /** Of the button. */
  text: TextKey;
  /** The code of what is wrong with the values; undefined if they can be sent. */
  refuses?: (values: Values) => string | undefined;
  work: (values: Values) => Promise<Found>;
  show?: Show<Found>;
}

/** What a section asks: the fields, and a button to send them. */
export function questionOf<Found>(
  view: AccountView,
  name: SectionName,
  { fields, action, text, refuses, work, show }: Question<Found>,
): TemplateResult {
  const busy = view.running !== undefined;
  const send = (values: Values) => {
    const code = refuses?.(values);
    if (code) view.refuse(name, code);
    else view.run(name, action, () => work(values), show);
  };
  return html`<form part="form" novalidate aria-busy=${String(busy)} @submit=${sending(send)}>
    ${fields.map((each) => field(formOf(view, name), each))}
    <div class="actions">
      ${submit(view.wording.text(text), view.running === action, 'primary compact')}
      ${button(view.wording.text('cancel'), () => view.cancel(), { kind: 'compact' })}
    </div>
  </form>`;
}

/** Asks before some work. @param yes the text of the button for it */
export function sure(
  view: AccountView,
  name: SectionName,
  { text, yes, action, work }: { text: string; yes: TextKey; action: string; work: () => Promise<void> },
): TemplateResult {
  const act = () => view.run(name, action, work);
  return html`<div class="stack tight sure" role="group" tabindex="-1" aria-label=${text}>
    <p>${text}</p>
    <div class="actions">
      ${button(view.wording.text(yes), act, { kind: 'compact danger', working: view.running === action })}
      ${button(view.wording.text('cancel'), () => view.cancel(), { kind: 'compact' })}
    </div>
  </div>`;
}

/** A button that does some work, which has the name of its text. */
export function workButton<Found>(
  view: AccountView,
  name: SectionName,
  text: TextKey,
  work: () => Promise<Found>,
  show?: Show<Found>,
): TemplateResult {
  const act = () => view.run(name, text, work, show);
  return button(view.wording.text(text), act, { kind: 'compact', working: view.running === text });
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

export const accountStyles = css`
  section {
    padding-block-start: 1.5rem;
    border-block-start: 1px solid color-mix(in srgb, var(--line) 35%, transparent);
  }
  section.stack {
    gap: 0.875rem;
  }
  h3 {
    margin: 0;
    font-size: 1rem;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.625rem;
  }
  .list {
    display: flex;
    flex-direction: column;
    list-style: none;
  }
  .item {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    padding-block: 0.625rem;
  }
  .item + .item {
    border-block-start: 1px solid color-mix(in srgb, var(--line) 20%, transparent);
  }
  .item > div {
    flex: 1 1 12rem;
  }
  .item > .actions {
    flex: none;
  }
  .name {
    font-weight: 600;
  }
  .badge {
    padding: 0.125rem 0.625rem;
    border: 1px solid color-mix(in srgb, var(--line) 60%, transparent);
    border-radius: 1rem;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .sure {
    padding: 1rem;
    border: 1px solid var(--problem);
    border-radius: var(--radius);
  }
`;
