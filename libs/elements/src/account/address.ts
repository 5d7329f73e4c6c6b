import { html, nothing, type TemplateResult } from 'lit';
import { button, link } from '../parts/fields.js';
import { isTooShort, newPassword } from '../parts/new-password.js';
import { askedOr, askForCode, questionOf, section } from './section.js';
import type { AccountView } from './view.js';

export function emailSection(view: AccountView): TemplateResult {
  const { wording, data } = view;
  const { pending, expiry } = data.pending;
  const waiting = pending
    ? html`<p class="hint">
        ${wording.text('pendingEmail', { email: pending, time: wording.date(expiry ?? 0) })} ${link(wording.text('cancelChange'), () => forget(view))}
      </p>`
    : nothing;
  const confirm = !data.user.email_verified && view.facts.doors.includes('email_code');
  const offers = html`<div class="actions">
    ${button(wording.text('changeEmail'), () => view.ask('email', 'change'), { kind: 'compact' })}
    ${confirm ? button(wording.text('confirmTitle'), () => askForCode(view, 'email'), { kind: 'compact', working: view.running === 'confirm' }) : nothing}
  </div>`;
  return section(view, 'email', wording.text('yourEmail'), [
    html`<p><bdi>${data.user.email}</bdi></p>`,
    waiting,
    askedOr(view, 'email', offers, () => changeEmail(view)),
  ]);
}

function changeEmail(view: AccountView): TemplateResult {
  const { wording, service } = view;
  const send = ({ email = '' }: Record<string, string>) =>
    view.run('email', 'email', async () => {
      await service.client.updateUser({ email });
      const { email: now } = await service.client.user();
      const isChanged = now.toLowerCase() === email.toLowerCase();
      return { notice: isChanged ? wording.text('emailChanged') : wording.text('emailPending', { email }) };
    });
  return questionOf(view, 'email', {
    fields: [{ id: 'email', label: 'newEmail', type: 'email', autocomplete: 'email', inputmode: 'email' }],
    action: 'email',
    text: wording.text('save'),
    send,
  });
}

function forget(view: AccountView): void {
  view.run('email', 'forget', async () => {
    await view.service.client.cancelEmailChange();
    return undefined;
  });
}

export function passwordSection(view: AccountView): TemplateResult {
  const { wording, service, data } = view;
  const change = button(wording.text('changePassword'), () => view.ask('password', 'change'), { kind: 'compact' });
  const forgot = button(
    wording.text('forgot'),
    () =>
      view.run('password', 'reset', async () => {
        await service.client.requestPasswordReset({
          email: data.user.email,
          locale: wording.locale,
          ...(view.resetUrl && { reset_url: view.resetUrl }),
        });
        return { notice: wording.text('resetSentText', { email: data.user.email }) };
      }),
    { kind: 'compact' },
  );
  const offers = html`<div class="actions">${change} ${view.facts.doors.includes('magic_link') ? forgot : nothing}</div>`;
  return section(
    view,
    'password',
    wording.text('password'),
    askedOr(view, 'password', offers, () => changePassword(view)),
  );
}

function changePassword(view: AccountView): TemplateResult {
  const { wording, service, facts } = view;
  const { password_min_length: least } = facts;
  return questionOf(view, 'password', {
    fields: [
      { id: 'old', label: 'oldPassword', type: 'password', autocomplete: 'current-password' },
      newPassword(wording, 'newPassword', least),
    ],
    action: 'password',
    text: wording.text('save'),
    send: ({ old = '', password = '' }) => {
      if (isTooShort(password, least)) return view.refuse('password', 'PASSWORD_TOO_SHORT');
      view.run('password', 'password', async () => {
        await service.client.changePassword(old, password);
        return { notice: wording.text('passwordChanged') };
      });
    },
  });
}
