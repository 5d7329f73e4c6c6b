import { html, nothing, type TemplateResult } from 'lit';
import { button, field, link, submit, valuesOf } from '../parts/fields.js';
import { newPassword } from '../parts/new-password.js';
import { form, screen } from './screen.js';
import type { View } from './view.js';

/** What the email field has at the moment. */
function emailIn(view: View, { target }: Event): string {
  const fields = (target as HTMLElement).closest('.stack')?.parentNode?.querySelector('form');
  return (fields && valuesOf(fields).email) ?? view.context.email ?? '';
}

export function start(view: View): TemplateResult {
  const { wording, context, facts, steps } = view;
  const forgot = facts.doors.includes('magic_link') ? link(wording.text('forgot'), () => view.go('reset')) : nothing;
  const password = { id: 'password', label: 'password', type: 'password', autocomplete: 'current-password' } as const;
  const email = {
    id: 'email',
    label: 'email',
    type: 'email',
    autocomplete: 'username webauthn',
    inputmode: 'email',
    value: context.email,
  } as const;
  const content = html`${field(view, email)} ${field(view, { ...password, aside: forgot })}
  ${submit(wording.text('signIn'), view.isRunning('sign_in'))}`;
  const other =
    facts.sign_up === 'open'
      ? html`${wording.text('noAccount')} ${link(wording.text('createOne'), () => view.go('sign_up'))}`
      : nothing;
  return screen(
    view,
    wording.text('signInTitle', { app: facts.app_name }),
    nothing,
    html`${context.passwordSet ? said(wording.text('passwordSet')) : nothing}
    ${context.signedOut ? said(wording.text('signedOutEverywhere')) : nothing}
    ${form(view, (values) => steps.signIn(values.email ?? '', values.password ?? ''), content)}
    ${otherDoors(view, false)}
    ${other === nothing ? nothing : html`<p class="foot" part="foot">${other}</p>`}`,
  );
}

/** What has happened before this screen. */
const said = (text: string) => html`<p class="notice" part="notice" role="status">${text}</p>`;

export function signUp(view: View): TemplateResult {
  const { wording, context, facts, steps } = view;
  const content = html`${field(view, { id: 'email', label: 'email', type: 'email', autocomplete: 'username', inputmode: 'email', value: context.email })}
  ${field(view, newPassword(wording, 'password', facts.password_min_length))}
  ${terms(view)} ${submit(wording.text('createAccount'), view.isRunning('sign_up'))}`;
  return screen(
    view,
    wording.text('signUpTitle', { app: facts.app_name }),
    nothing,
    html`${form(view, (values) => steps.signUp(values.email ?? '', values.password ?? ''), content)}
    ${otherDoors(view, true)}
    <p class="foot" part="foot">${wording.text('haveAccount')} ${link(wording.text('signIn'), () => view.go('start'))}</p>`,
  );
}

/** The ways without a password. */
function otherDoors(view: View, signUp: boolean): TemplateResult | typeof nothing {
  const { wording, facts, steps, context } = view;
  const has = (door: (typeof facts.doors)[number]) => facts.doors.includes(door);
  const withEmail = (act: (email: string) => void) => (event: Event) => act(emailIn(view, event));
  const doors = [
    has('passkey') &&
      !signUp &&
      door(wording.text('withPasskey'), () => steps.usePasskey(), view.isRunning('use_passkey')),
    has('email_code') &&
      door(
        wording.text('withCode'),
        withEmail((email) => steps.requestCode(email, signUp)),
        view.isRunning('ask_code'),
      ),
    has('magic_link') &&
      door(
        wording.text('withLink'),
        withEmail((email) => steps.requestLink(email, signUp)),
        view.isRunning('ask_link'),
      ),
    ...facts.providers.map(({ id, name }) =>
      door(
        wording.text('withProvider', { name }),
        withEmail((email) => steps.leaveFor(id, email)),
        view.isRunning('leave_for_provider') && context.provider === id,
      ),
    ),
  ].filter((each) => each !== false);
  if (doors.length === 0) return nothing;
  const busy = view.flow.running !== undefined;
  return html`<p class="or" part="divider">${wording.text('or')}</p>
    <div class="stack tight" part="doors" aria-busy=${String(busy)}>${doors}</div>`;
}

const door = (text: string, act: (event: Event) => void, working: boolean) => button(text, act, { working });

/** What a new user agrees to. */
function terms({ wording, facts }: View): TemplateResult | typeof nothing {
  const links = [
    { url: facts.terms_url, text: wording.text('terms') },
    { url: facts.privacy_url, text: wording.text('privacy') },
  ].filter(({ url }) => url !== null);
  if (links.length === 0) return nothing;
  const list = links.map(
    ({ url, text }, index) => html`${index > 0 ? ' · ' : ''}<a href=${url} target="_blank" rel="noopener">${text}</a>`,
  );
  return html`<p class="hint" part="terms">${wording.text('agree')} ${list}</p>`;
}
