import type { Row } from '../support/database/database.js';
import { expectFailure, expectNothing } from '../support/http/expect.js';
import { newEmail } from '../support/service/app.js';
import { linkIn } from '../support/service/mail-server.js';
import { useMail } from '../support/service/use-mail.js';

const HALF_AN_HOUR = 1_800;

const { app, mail } = useMail();
afterEach(() => {
  mail.refuse = () => undefined;
  mail.delay = async () => undefined;
});

const list = (query = '') => app.admin('GET', `/messages${query}`);
const retry = (id: unknown) => app.admin('POST', `/messages/${id}/retry`);
const requestEmail = (email: string) => app.post('/api/auth/magic-link', { email, sign_up: true });
const refuse = (email: string, code: number) => {
  mail.refuse = (recipient) => (recipient === email ? code : undefined);
};
const rowOf = async (email: string): Promise<Row> =>
  (await app.sql('SELECT * FROM messages WHERE recipient = ?', [email]))[0] as Row;

/** The email to an address as the list shows it, once the condition holds. */
async function listedWhen(email: string, holds: (message: Row) => boolean): Promise<Row> {
  let found: Row | undefined;
  await app.service.until(async () => {
    found = (await list('?limit=200')).json.messages.find(({ recipient }: Row) => recipient === email);
    return found !== undefined && holds(found);
  });
  return found as Row;
}

/** An email that the mail server has refused once with this reply code. */
async function refused(code: number): Promise<{ email: string; id: string }> {
  const email = newEmail();
  refuse(email, code);
  expect((await requestEmail(email)).status).toBe(200);
  const { id } = await listedWhen(email, ({ attempts }) => attempts === 1);
  return { email, id: String(id) };
}

describe('the list of emails', () => {
  it('contains only the emails to a recipient, whatever the case of its address, and no address is a bad request', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await requestEmail(other);
    await requestEmail(email);
    await requestEmail(email);
    const { messages } = (await list(`?recipient=${email.toUpperCase()}`)).json;
    expect(messages.map(({ recipient }: Row) => recipient)).toEqual([email, email]);
    expect((await list(`?recipient=${email}&status=failed`)).json.messages).toEqual([]);
    expectFailure(await list('?recipient=nowhere'), 'INVALID_REQUEST');
  });

  it('never shows a decoy', async () => {
    await app.post('/api/auth/reset-password', { email: newEmail() });
    const decoys = await app.sql("SELECT id FROM messages WHERE status = 'decoy'");
    expect(decoys.length).toBeGreaterThan(0);
    for (const query of ['?limit=200', '?limit=200&status=queued', '?limit=200&status=sent']) {
      const { text } = await list(query);
      for (const { id } of decoys) expect(text).not.toContain(String(id));
      expect(text).not.toContain('nobody@reset.invalid');
    }
  });

  it('can be filtered by status', async () => {
    await refused(450);
    await refused(550);
    await mail.emailTo(
      await requestEmail(newEmail()).then(async () => (await list('?limit=1')).json.messages[0].recipient),
    );
    for (const status of ['queued', 'failed', 'sent']) {
      await app.service.until(async () => (await list(`?status=${status}`)).json.messages.length > 0);
      const { messages } = (await list(`?status=${status}&limit=200`)).json;
      expect(new Set(messages.map((message: Row) => message.status))).toEqual(new Set([status]));
    }
  });

  it('is read page by page, newest first, while emails are added', async () => {
    await Promise.all(Array.from({ length: 7 }, () => requestEmail(newEmail())));
    const ids = (await app.sql("SELECT id FROM messages WHERE status <> 'decoy' ORDER BY id DESC")).map(({ id }) => id);
    const seen: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { json } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...json.messages.map(({ id }: Row) => id));
      expect(json.has_more).toBe(json.next_cursor !== null);
      if (!json.has_more) break;
      cursor = json.next_cursor;
      await requestEmail(newEmail());
    }
    expect(seen).toEqual(ids);
  });
});

describe('a retry', () => {
  it('sends an email that was given up, at once', async () => {
    const { email, id } = await refused(550);
    const events = (await app.sql('SELECT id FROM events')).length;
    expect(await listedWhen(email, () => true)).toMatchObject({ status: 'failed' });
    mail.refuse = () => undefined;
    expectNothing(await retry(id.toUpperCase()));
    expect(linkIn(await mail.emailTo(email))).toContain('token=');
    const message = await listedWhen(email, ({ status }) => status === 'sent');
    expect(message).toMatchObject({ attempts: 2, last_error: null });
    expect(await app.sql('SELECT id FROM events')).toHaveLength(events);
  });

  it('makes one more attempt for an email that was given up a week ago', async () => {
    const { email, id } = await refused(550);
    await app.sql('UPDATE messages SET created_at = created_at - 604800 WHERE id = ?', [id]);
    refuse(email, 450);
    expectNothing(await retry(id));
    expect(await listedWhen(email, ({ attempts }) => attempts === 2)).toMatchObject({ status: 'failed' });
  });

  it('makes an email due now that was to wait for long', async () => {
    const { email, id } = await refused(450);
    const due = Math.floor(Date.now() / 1000) + HALF_AN_HOUR;
    await app.sql('UPDATE messages SET due_at = ? WHERE id = ?', [due, id]);
    mail.refuse = () => undefined;
    expectNothing(await retry(id));
    await mail.emailTo(email);
    expect(await listedWhen(email, ({ status }) => status === 'sent')).toMatchObject({ attempts: 2 });
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
    await requestEmail(email);
    await arrival;
    const before = await rowOf(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(before.id)));
    for (const answer of answers) expectNothing(answer);
    expect(await rowOf(email)).toEqual(before);
    release();
    await listedWhen(email, ({ status }) => status === 'sent');
    expect(mail.emailsTo(email)).toHaveLength(1);
  });

  it('sends an email once when many retries come at once', async () => {
    const { email, id } = await refused(550);
    mail.refuse = () => undefined;
    mail.delay = () => new Promise((done) => setTimeout(done, 300));
    const answers = await Promise.all(Array.from({ length: 10 }, () => retry(id)));
    for (const answer of answers) expectNothing(answer);
    await listedWhen(email, ({ status }) => status === 'sent');
    expect(mail.emailsTo(email)).toHaveLength(1);
  });

  it('fails with MESSAGE_NOT_FOUND for a decoy, which stays one', async () => {
    await app.post('/api/auth/reset-password', { email: newEmail() });
    const [decoy] = await app.sql("SELECT * FROM messages WHERE status = 'decoy' ORDER BY id DESC");
    expectFailure(await retry(decoy?.id), 'MESSAGE_NOT_FOUND');
    expect(await app.sql('SELECT * FROM messages WHERE id = ?', [decoy?.id])).toEqual([decoy]);
  });
});
