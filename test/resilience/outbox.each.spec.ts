import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Row } from '../support/database/database.js';
import { App, newEmail, type SignedUp } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';

/** `LONG=1` sends many more emails. */
const LONG = process.env.LONG === '1';
const HALF_AN_HOUR = 1_800;

const { app, mail } = useMail();
let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});
afterEach(() => {
  mail.refuse = () => undefined;
});

const ask = (email: string, at = app) => at.post('/api/auth/magic-link', { email, sign_up: true });
const rows = (email: string, at = app) => at.sql('SELECT * FROM messages WHERE recipient = ?', [email]);

/** The row of the email to an address, once the condition holds. */
async function rowWhen(email: string, holds: (row: Row) => boolean, at = app): Promise<Row> {
  let row: Row | undefined;
  await at.service.until(async () => {
    [row] = await rows(email, at);
    return row !== undefined && holds(row);
  });
  return row as Row;
}

// First, because the other tests move the clock of one process only, which would end the leases of the other one.
describe('two processes on one database', () => {
  const EMAILS = LONG ? 200 : 80;
  let replica: Service;
  beforeAll(async () => {
    replica = await app.replica();
  });
  afterAll(() => replica.stop());

  it('send each email once', async () => {
    const emails = Array.from({ length: EMAILS }, newEmail);
    const askAt = (email: string, index: number) =>
      (index % 2 ? app.service : replica).call('POST', '/api/auth/magic-link', { body: { email, sign_up: true } });
    for (let start = 0; start < EMAILS; start += 20) {
      const answers = await Promise.all(emails.slice(start, start + 20).map(askAt));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    }
    const ofThese = (recipients: unknown[]) => recipients.filter((one) => emails.includes(one as string)).sort();
    await app.service.until(async () => {
      const sent = await app.sql("SELECT recipient FROM messages WHERE status = 'sent'");
      return ofThese(sent.map(({ recipient }) => recipient)).length === EMAILS;
    });
    expect(ofThese(mail.messages.map(({ recipient }) => recipient))).toEqual([...emails].sort());
  });
});

describe('an email', () => {
  it('is sent without another request, and its secret is erased', async () => {
    await ask(user.email);
    await mail.emailTo(user.email);
    const row = await rowWhen(user.email, ({ status }) => status === 'sent');
    expect(row).toMatchObject({ kind: 'magic-link', attempts: 1, sealed: null, last_error: null });
    expect(row.sent_at).toBeGreaterThanOrEqual(row.created_at as number);
  });

  it('is given up at once when the mail server refuses the recipient', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 550 : undefined);
    await ask(user.email);
    const row = await rowWhen(user.email, ({ status }) => status !== 'queued');
    expect(row).toMatchObject({ status: 'failed', attempts: 1, last_error: expect.stringContaining('550') });
  });

  it('is given up at once when another AUTH_SECRET has sealed it, and the log says so', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 450 : undefined);
    await ask(user.email);
    const { id } = await rowWhen(user.email, ({ attempts }) => attempts === 1);
    await app.sql('UPDATE messages SET sealed = ? WHERE id = ?', [Buffer.alloc(60).toString('base64'), id]);
    await app.advance(HALF_AN_HOUR);
    const row = await rowWhen(user.email, ({ status }) => status !== 'queued');
    expect(row).toMatchObject({ status: 'failed', last_error: 'sealed with another AUTH_SECRET' });
    const line = `Email ${id} (magic-link) cannot be sent: sealed with another AUTH_SECRET`;
    await app.service.logged(line);
  });

  it('is removed when its user is deleted, also when it is waiting', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 450 : undefined);
    await ask(user.email);
    await rowWhen(user.email, ({ attempts }) => attempts === 1);
    expect((await app.delete('/api/auth/user', { token: user.token })).status).toBe(200);
    expect(await rows(user.email)).toEqual([]);
  });

  it('is sent as a warning of a change, also when another user has used the address since then', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 450 : undefined);
    await app.prove(user.uid);
    await app.put('/api/auth/user', { email: newEmail() }, { token: user.token });
    const { token } = await app.signUp({ email: user.email });
    await ask(user.email);
    const tried = async () => (await rows(user.email)).map(({ attempts }) => attempts).join() === '1,1';
    await app.service.until(tried);
    expect((await app.delete('/api/auth/user', { token })).status).toBe(200);
    expect(await rows(user.email)).toMatchObject([{ kind: 'email-changed', status: 'queued' }]);
    mail.refuse = () => undefined;
    await app.advance(HALF_AN_HOUR);
    expect((await mail.emailTo(user.email)).subject).toContain('was changed');
    await rowWhen(user.email, ({ status }) => status === 'sent');
  });

  it('is sent again when the mail server defers it, after pauses that double', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 450 : undefined);
    await ask(user.email);
    let due = (await rows(user.email))[0]?.created_at as number;
    for (const [earlier, pause] of [5, 10, 20, 40].entries()) {
      if (earlier > 0) await app.advance(pause / 2);
      const row = await rowWhen(user.email, ({ attempts }) => attempts === earlier + 1);
      expect(row.due_at).toBeGreaterThanOrEqual(due + pause);
      due = row.due_at as number;
      expect(row).toMatchObject({ status: 'queued', last_error: expect.stringContaining('450') });
      expect(row.sealed).not.toBeNull();
    }
    mail.refuse = () => undefined;
    await app.advance(HALF_AN_HOUR);
    await mail.emailTo(user.email);
    expect(await rowWhen(user.email, ({ status }) => status === 'sent')).toMatchObject({ sealed: null });
    expect(mail.emailsTo(user.email)).toHaveLength(1);
  });

  it('is given up when it could not be sent for a day', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 450 : undefined);
    await ask(user.email);
    await rowWhen(user.email, ({ attempts }) => attempts === 1);
    await app.advance(86_400 - 700);
    await rowWhen(user.email, ({ attempts, status }) => attempts === 2 && status === 'queued');
    await app.advance(701);
    expect(await rowWhen(user.email, ({ attempts }) => attempts === 3)).toMatchObject({ status: 'failed' });
  });

  it('is not delayed by another email that is refused', async () => {
    mail.refuse = (recipient) => (recipient === user.email ? 450 : undefined);
    const others = Array.from({ length: 7 }, newEmail);
    await Promise.all([user.email, ...others].map((email) => ask(email)));
    for (const email of others) await mail.emailTo(email);
  });
});

it('every email that is requested while the mail server is down arrives once when it is back', async () => {
  const emails = Array.from({ length: 12 }, newEmail);
  await mail.stop();
  for (const answer of await Promise.all(emails.map((email) => ask(email)))) expect(answer.status).toBe(200);
  for (const email of emails) await rowWhen(email, ({ attempts }) => (attempts as number) > 0);
  await mail.open();
  await app.advance(HALF_AN_HOUR);
  for (const email of emails) await mail.emailTo(email);
  for (const email of emails) await rowWhen(email, ({ status }) => status === 'sent');
  for (const email of emails) expect(mail.emailsTo(email)).toHaveLength(1);
});

describe('a waiting email', () => {
  it('has no readable token or target in the database, its files or the log', async () => {
    await mail.stop();
    await ask(user.email);
    await app.post('/api/auth/reset-password', { email: user.email, reset_url: 'https://app.example.com/secret-path' });
    const newAddress = newEmail();
    await app.prove(user.uid);
    await app.put('/api/auth/user', { email: newAddress }, { token: user.token });
    await app.service.until(async () => (await rows(user.email)).every(({ attempts }) => (attempts as number) > 0));
    const messages = JSON.stringify(await app.sql('SELECT * FROM messages'));
    const rowsOfLinks = JSON.stringify(await app.sql('SELECT * FROM one_time_tokens'));
    const files = app.database.url.startsWith('sqlite:')
      ? ['', '-wal'].map((end) => readFileSync(app.database.url.slice('sqlite:'.length) + end, 'latin1')).join()
      : '';
    await mail.open();
    await app.advance(HALF_AN_HOUR);
    await mail.emailTo(user.email, 3);
    const links = mail.emailsTo(user.email).map(linkIn);
    const tokens = links.filter(Boolean).map((link) => new URL(link).searchParams.get('token'));
    expect(tokens).toHaveLength(3);
    for (const token of tokens) expect(messages + rowsOfLinks + files + app.service.log).not.toContain(token);
    for (const part of ['verify?token', 'secret-path', newAddress]) expect(messages).not.toContain(part);
  });

  it('is never sent when it is a decoy, which is removed later', async () => {
    const unknown = newEmail();
    await app.post('/api/auth/reset-password', { email: unknown });
    expect(await app.sql("SELECT status FROM messages WHERE status = 'decoy'")).not.toEqual([]);
    await app.advance(HALF_AN_HOUR);
    await ask(user.email);
    await mail.emailTo(user.email);
    await app.service.until(async () => (await app.sql("SELECT id FROM messages WHERE status = 'decoy'")).length === 0);
    expect(mail.emailsTo(unknown)).toEqual([]);
    expect(mail.messages.filter(({ recipient }) => recipient.endsWith('.invalid'))).toEqual([]);
  });

  it('does not exist when the change that causes it is rolled back', async () => {
    const taken = await app.signUp();
    const { code } = await app.put('/api/auth/user', { email: taken.email }, { token: user.token });
    expect(code).toBe('EMAIL_ALREADY_IN_USE');
    expect(await rows(user.email)).toEqual([]);
  });

  it('rolls the change back when the email cannot be written', async () => {
    await app.prove(user.uid);
    await app.sql('ALTER TABLE messages RENAME TO emails');
    const changed = await app.put('/api/auth/user', { email: newEmail() }, { token: user.token });
    await app.sql('ALTER TABLE emails RENAME TO messages');
    expect(changed.status).toBe(500);
    expect((await app.get('/api/auth/user', { token: user.token })).json.email).toBe(user.email);
  });
});

describe('a killed process', () => {
  it('loses no email: another process sends it within a minute, whatever the mail server did', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const killed = await App.start({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    const emails = Array.from({ length: 8 }, newEmail);
    // The mail server accepts connections and never greets: no request waits for that.
    for (const email of emails) expect((await ask(email, killed)).status).toBe(200);
    await killed.service.until(() => sockets.length > 0);
    await killed.service.stop('SIGKILL');
    const claimed = await killed.sql('SELECT id FROM messages WHERE due_at > created_at');
    const successor = await killed.replica({ SMTP_URL: mail.url });
    // An advanced clock would end the claims of the successor itself, while it sends the emails that no process has claimed.
    const sent = () => killed.sql("SELECT id FROM messages WHERE status = 'sent'");
    await successor.until(async () => (await sent()).length === emails.length - claimed.length);
    await successor.advance(60);
    for (const email of emails) expect(linkIn(await mail.emailTo(email))).toContain('token=');
    await successor.until(
      async () => (await killed.sql("SELECT id FROM messages WHERE status <> 'sent'")).length === 0,
    );
    for (const email of emails) expect(mail.emailsTo(email)).toHaveLength(1);
    await successor.stop();
    await killed.stop();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
