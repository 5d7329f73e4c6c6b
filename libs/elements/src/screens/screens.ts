import { html, nothing, type TemplateResult } from 'lit';
import type { StateName } from '../flow/states.js';
import { button, field, link, newPassword, submit, valuesOf, waiting } from '../parts/fields.js';
import { askCode, askEmail, back, form, screen, signedInAs, type View, withEmail } from './screen.js';

function reset(view: View): TemplateResult {
  const { wording, steps } = view;
  const content = html`${askEmail(view, 'reset', (email) => steps.requestReset(email))} ${back(view)}`;
  return screen(view, wording.text('resetTitle'), wording.text('resetText'), content);
}

function resetSent(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = link(wording.text('sendAgain'), () => steps.requestReset(context.sentTo ?? ''));
  const content = html`<p class="foot" part="foot">${wording.text('noEmail')} ${again}</p>${back(view)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'resetSentText'), content);
}

function linkSent(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestLink(context.sentTo ?? '', context.signUp ?? false);
  const codes = html`<p class="notice">${wording.text('sameBrowser')}</p>
    ${askCode(view, 'use_code', (given) => steps.useCode(given), again)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'linkSentText'), html`${codes} ${back(view)}`);
}

function code(view: View): TemplateResult {
  const { wording, context, steps } = view;
  const again = () => steps.requestCode(context.sentTo ?? '', context.signUp ?? false);
  const content = html`${askCode(view, 'use_code', (given) => steps.useCode(given), again)} ${back(view)}`;
  return screen(view, wording.text('checkEmail'), withEmail(view, 'codeText'), content);
}

/** What the email field has at the moment. */
function emailIn(view: View, { target }: Event): string {
  const fields = (target as HTMLElement).closest('.stack')?.parentNode?.querySelector('form');
  return (fields && valuesOf(fields).email) ?? view.context.email ?? '';
}

function start(view: View): TemplateResult {
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

function signUp(view: View): TemplateResult {
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

/** The user is signed in already, and decides whether to go on so. */
function continueAs(view: View): TemplateResult {
  const { wording, facts } = view;
  return screen(
    view,
    wording.text('signInTitle', { app: facts.app_name }),
    signedInAs(view) || wording.text('signedIn'),
    html`${button(wording.text('continue'), () => view.go('finishing'), { kind: 'primary' })}
    <p class="foot" part="foot">${link(wording.text('otherAccount'), () => view.go('start'))}</p>`,
  );
}

function done(view: View): TemplateResult {
  const { wording, steps, nextUrl } = view;
  const again = button(wording.text('continue'), () => view.go('finishing'), { kind: 'primary' });
  return screen(
    view,
    wording.text('signedIn'),
    nothing,
    html`<div class="stack tight">
      ${nextUrl ? again : nothing}
      ${button(wording.text('signOut'), () => steps.signOut(), { working: view.isRunning('sign_out') })}
    </div>`,
  );
}

/** The browser loads the page of a provider. A user who stops that can go back. */
function leaving(view: View): TemplateResult {
  const { wording } = view;
  return html`<div class="stack" part="screen">
    ${waiting(wording)}
    <p class="foot" part="foot">${link(wording.text('back'), () => view.go('start'))}</p>
  </div>`;
}

/** The service could not be reached. */
function failed(view: View): TemplateResult {
  const { wording } = view;
  const again = button(wording.text('tryAgain'), () => view.load(), {
    kind: 'primary',
    working: view.isRunning('load'),
  });
  return screen(view, wording.text('failedTitle'), nothing, again);
}

type Show = (view: View) => TemplateResult;

/** What each state shows, but for the screens that are loaded when they are needed. */
export const SCREENS = {
  loading: ({ wording }) => waiting(wording),
  failed: failed,
  continue: continueAs,
  start,
  sign_up: signUp,
  reset: reset,
  reset_sent: resetSent,
  link_sent: linkSent,
  code: code,
  leaving: leaving,
  finishing: ({ wording }) => waiting(wording),
  done: done,
} satisfies Partial<Record<StateName, Show>>;

let further: Partial<Record<StateName, Show>> = {};

/** Undefined for a screen that is not loaded yet. */
export function screenOf(name: StateName): Show | undefined {
  return (SCREENS as Partial<Record<StateName, Show>>)[name] ?? further[name];
}

export async function loadFurther(): Promise<void> {
  const { FURTHER } = await import('./further.js');
  further = FURTHER satisfies Record<Exclude<StateName, keyof typeof SCREENS>, Show>;
}
