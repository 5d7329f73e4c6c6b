import { html, nothing, type TemplateResult } from 'lit';
import { button, link, waiting } from '../parts/fields.js';
import { signedInAs } from './emails.js';
import { screen } from './screen.js';
import type { View } from './view.js';

/** The user is signed in already, and decides whether to go on so. */
export function continueAs(view: View): TemplateResult {
  const { wording, facts } = view;
  return screen(
    view,
    wording.text('signInTitle', { app: facts.app_name }),
    signedInAs(view) || wording.text('signedIn'),
    html`${button(wording.text('continue'), () => view.go('finishing'), { kind: 'primary' })}
    <p class="foot" part="foot">${link(wording.text('otherAccount'), () => view.go('start'))}</p>`,
  );
}

export function done(view: View): TemplateResult {
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
export function leaving(view: View): TemplateResult {
  const { wording } = view;
  return html`<div class="stack" part="screen">
    ${waiting(wording)}
    <p class="foot" part="foot">${link(wording.text('back'), () => view.go('start'))}</p>
  </div>`;
}

/** The service could not be reached. */
export function failed(view: View): TemplateResult {
  const { wording } = view;
  const again = button(wording.text('tryAgain'), () => view.load(), {
    kind: 'primary',
    working: view.isRunning('load'),
  });
  return screen(view, wording.text('failedTitle'), nothing, again);
}
