import { v7 as uuidv7 } from 'uuid';
import { about, expectFailure, expectNothing } from '../support/http/http.js';
import { newEmail, type SignedUp } from '../support/service/app.js';
import { linkIn, useMessages } from '../support/service/mail.js';

const outbox = useMessages();
const { app, mail } = outbox;

describe('the list of emails', () => {
  it('shows a sent email without its content', async () => {
    const email = newEmail();
    const now = Math.floor(Date.now() / 1000);
    await outbox.requestEmail(email);
    const link = linkIn(await mail.emailTo(email));
    const message = await outbox.listedWhen(email, ({ status }) => status === 'sent');
    expect(message).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      kind: 'magic-link',
      recipient: email,
      status: 'sent',
      attempts: 1,
      created_at: about(now),
      due_at: expect.any(Number),
      sent_at: expect.any(Number),
      last_error: null,
    });
    expect(message.sent_at).toBeGreaterThanOrEqual(message.created_at as number);
    expect((await outbox.list('?limit=200')).text).not.toContain(new URL(link).searchParams.get('token'));
  });

  it('shows a waiting email without its encrypted content', async () => {
    const { email } = await outbox.refused(450);
    const { text } = await outbox.list('?limit=200');
    expect(text).not.toContain(String((await outbox.rowOf(email)).sealed));
    const message = await outbox.listedWhen(email, () => true);
    expect(message).toMatchObject({ status: 'queued', attempts: 1, sent_at: null });
    expect(message.last_error).toContain('450');
  });

  it.each([
    ['status', 'decoy'],
    ['status', 'QUEUED'],
    ['status', ''],
    ['status', "' OR 1=1 --"],
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'all'],
    ['cursor', 'x'],
    ['cursor', ''],
    ['cursor', '<b>'],
    ['cursor', Buffer.from('["id asc","x"]').toString('base64url')],
  ])('fails with INVALID_REQUEST that names the parameter, for %s=%s', async (name, value) => {
    const answer = await outbox.list(`?${name}=${encodeURIComponent(value)}`);
    expectFailure(answer, 'INVALID_REQUEST');
    expect(answer.json.message).toContain(name);
  });
});

describe('a retry', () => {
  it('fails again for an email that is refused again, and can be repeated', async () => {
    const { email, id } = await outbox.refused(550);
    for (const attempts of [2, 3]) {
      expectNothing(await outbox.retry(id));
      const message = await outbox.listedWhen(email, (now) => now.attempts === attempts);
      expect(message).toMatchObject({ status: 'failed', last_error: expect.stringContaining('550') });
    }
  });

  it('fails with INVALID_REQUEST for an email that was sent', async () => {
    const email = newEmail();
    await outbox.requestEmail(email);
    const { id } = await outbox.listedWhen(email, ({ status }) => status === 'sent');
    expectFailure(await outbox.retry(id), 'INVALID_REQUEST');
    expect(mail.emailsTo(email)).toHaveLength(1);
  });

  it.each(['x', '0', uuidv7(), '%00', '%25', '..%2F..', '%3Cscript%3E', "'%20OR%201=1%20--", 'ä', 'x'.repeat(9_000)])(
    'fails with MESSAGE_NOT_FOUND for the id %s',
    async (id) => {
      expectFailure(await outbox.retry(id), 'MESSAGE_NOT_FOUND');
    },
  );

  it('fails with EMAIL_NOT_CONFIGURED without a mail server, for any id', async () => {
    const { id } = await outbox.refused(550);
    const mute = await app.replica({ SMTP_URL: 'none' });
    const token = (await app.adminToken(['write'])).token;
    for (const which of [id, uuidv7(), 'x']) {
      const answer = await mute.call('POST', `/api/admin/messages/${which}/retry`, { token });
      expectFailure(answer, 'EMAIL_NOT_CONFIGURED');
    }
    await mute.stop();
  });

  it('needs a token with the scope write, and a body that is empty or JSON', async () => {
    const { id } = await outbox.refused(550);
    const user: SignedUp = await app.signUp();
    const { token } = await app.adminToken(['read', 'export']);
    expectFailure(await app.admin('POST', `/messages/${id}/retry`, undefined, token), 'NOT_AUTHORIZED');
    expectFailure(await app.admin('POST', `/messages/${id}/retry`, undefined, user.token), 'NOT_AUTHENTICATED');
    expectFailure(await app.admin('POST', `/messages/${id}/retry`, []), 'INVALID_REQUEST');
    const write = await app.adminToken(['write']);
    expectFailure(await app.admin('GET', '/messages', undefined, write.token), 'NOT_AUTHORIZED');
    expectNothing(await app.admin('POST', `/messages/${id}/retry`, {}, write.token));
  });
});
