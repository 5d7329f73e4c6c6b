import type { Row } from '../support/database/database.js';
import { expectFailure, expectNothing } from '../support/http/http.js';
import { newEmail } from '../support/service/app.js';
import { linkIn, useMessages } from '../support/service/mail.js';

const HALF_AN_HOUR = 1_800;

const outbox = useMessages();
const { app, mail } = outbox;

describe('the list of emails', () => {
  it('contains only the emails to a recipient, whatever the case of its address, and no address is a bad request', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await outbox.requestEmail(other);
    await outbox.requestEmail(email);
    await outbox.requestEmail(email);
    const { messages } = (await outbox.list(`?recipient=${email.toUpperCase()}`)).json;
    expect(messages.map(({ recipient }: Row) => recipient)).toEqual([email, email]);
    expect((await outbox.list(`?recipient=${email}&status=failed`)).json.messages).toEqual([]);
    expectFailure(await outbox.list('?recipient=nowhere'), 'INVALID_REQUEST');
  });

  it('never shows a decoy', async () => {
    await app.post('/api/auth/reset-password', { email: newEmail() });
    const decoys = await app.sql("SELECT id FROM messages WHERE status = 'decoy'");
    expect(decoys.length).toBeGreaterThan(0);
    for (const query of ['?limit=200', '?limit=200&status=queued', '?limit=200&status=sent']) {
      const { text } = await outbox.list(query);
      for (const { id } of decoys) expect(text).not.toContain(String(id));
      expect(text).not.toContain('nobody@reset.invalid');
    }
  });

  it('can be filtered by status', async () => {
    await outbox.refused(450);
    await outbox.refused(550);
    await mail.emailTo(
      await outbox
        .requestEmail(newEmail())
        .then(async () => (await outbox.list('?limit=1')).json.messages[0].recipient),
    );
    for (const status of ['queued', 'failed', 'sent']) {
      await app.service.until(async () => (await outbox.list(`?status=${status}`)).json.messages.length > 0);
      const { messages } = (await outbox.list(`?status=${status}&limit=200`)).json;
      expect(new Set(messages.map((message: Row) => message.status))).toEqual(new Set([status]));
    }
  });

  it('is read page by page, newest first, while emails are added', async () => {
    await Promise.all(Array.from({ length: 7 }, () => outbox.requestEmail(newEmail())));
    const ids = (await app.sql("SELECT id FROM messages WHERE status <> 'decoy' ORDER BY id DESC")).map(({ id }) => id);
    const seen: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await outbox.list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...json.messages.map(({ id }: Row) => id));
      expect(json.has_more).toBe(json.next_cursor !== null);
      if (!json.has_more) break;
      cursor = json.next_cursor;
      await outbox.requestEmail(newEmail());
    }
    expect(seen).toEqual(ids);
  });
});

describe('a retry', () => {
  it('sends an email that was given up, at once', async () => {
    const { email, id } = await outbox.refused(550);
    const events = (await app.sql('SELECT id FROM events')).length;
    expect(await outbox.listedWhen(email, () => true)).toMatchObject({ status: 'failed' });
    mail.refuse = () => undefined;
    expectNothing(await outbox.retry(id.toUpperCase()));
    expect(linkIn(await mail.emailTo(email))).toContain('token=');
    const message = await outbox.listedWhen(email, ({ status }) => status === 'sent');
    expect(message).toMatchObject({ attempts: 2, last_error: null });
    expect(await app.sql('SELECT id FROM events')).toHaveLength(events);
  });

  it('makes one more attempt for an email that was given up a week ago', async () => {
    const { email, id } = await outbox.refused(550);
    await app.sql('UPDATE messages SET created_at = created_at - 604800 WHERE id = ?', [id]);
    outbox.refuse(email, 450);
    expectNothing(await outbox.retry(id));
    expect(await outbox.listedWhen(email, ({ attempts }) => attempts === 2)).toMatchObject({ status: 'failed' });
  });

  it('makes an email due now that was to wait for long', async () => {
    const { email, id } = await outbox.refused(450);
    const due = Math.floor(Date.now() / 1000) + HALF_AN_HOUR;
    await app.sql('UPDATE messages SET due_at = ? WHERE id = ?', [due, id]);
    mail.refuse = () => undefined;
    expectNothing(await outbox.retry(id));
    await mail.emailTo(email);
    expect(await outbox.listedWhen(email, ({ status }) => status === 'sent')).toMatchObject({ attempts: 2 });
  });

  it('does nothing for an email that is being sent, which arrives once', async () => {
    const email = newEmail();
    let arrived = () => {};
    let release = () => {};
    const arrival = new Promise<void>((done) => {
      arrived = done;
    });
    const held = new Promise<void>((done) => {
      release = done;
    });
    mail.delay = async (recipient) => {
      if (recipient !== email) return;
      arrived();
      await held;
    };
    await outbox.requestEmail(email);
    await arrival;
    const before = await outbox.rowOf(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => outbox.retry(before.id)));
    for (const answer of answers) expectNothing(answer);
    expect(await outbox.rowOf(email)).toEqual(before);
    release();
    await outbox.listedWhen(email, ({ status }) => status === 'sent');
    expect(mail.emailsTo(email)).toHaveLength(1);
  });

  it('sends an email once when many retries come at once', async () => {
    const { email, id } = await outbox.refused(550);
    mail.refuse = () => undefined;
    mail.delay = () => new Promise((done) => setTimeout(done, 300));
    const answers = await Promise.all(Array.from({ length: 10 }, () => outbox.retry(id)));
    for (const answer of answers) expectNothing(answer);
    await outbox.listedWhen(email, ({ status }) => status === 'sent');
    expect(mail.emailsTo(email)).toHaveLength(1);
  });

  it('fails with MESSAGE_NOT_FOUND for a decoy, which stays one', async () => {
    await app.post('/api/auth/reset-password', { email: newEmail() });
    const [decoy] = await app.sql("SELECT * FROM messages WHERE status = 'decoy' ORDER BY id DESC");
    expectFailure(await outbox.retry(decoy?.id), 'MESSAGE_NOT_FOUND');
    expect(await app.sql('SELECT * FROM messages WHERE id = ?', [decoy?.id])).toEqual([decoy]);
  });
});
