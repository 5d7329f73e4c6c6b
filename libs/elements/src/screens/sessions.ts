import { html, nothing, type TemplateResult } from 'lit';
import { button, link } from '../parts/fields.js';
import { withEmail } from './emails.js';
import { screen } from './screen.js';
import type { View } from './view.js';

/** The user is signed in already, and decides whether to go on so. */
export function continueAs(view: View): TemplateResult {
  const { wording, context, facts } = view;
  return screen(
    view,
    wording.text('signInTitle', { app: facts.app_name }),
    context.email ? withEmail(view, 'continueAs') : nothing,
    html`${button(wording.text('continue'), () => view.go('finishing'), { kind: 'primary' })}
    <p class="foot" part="foot">${link(wording.text('otherAccount'), () => view.go('start'))}</p>`,
  );
}

export function done(view: View): TemplateResult {
  const { wording, steps } = view;
  return screen(
    view,
    wording.text('signedIn'),
    nothing,
    button(wording.text('signOut'), () => steps.signOut()),
  );
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
