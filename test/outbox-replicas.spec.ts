import { App, newEmail } from './support/app.js';
import { MailServer } from './support/mail-server.js';
import type { Service } from './support/service.js';

const LETTERS = 500;

let mail: MailServer;
let app: App;
let replica: Service;
beforeAll(async () => {
  mail = await MailServer.start();
  app = await App.start({ SMTP_URL: mail.url });
  replica = await app.replica();
});
afterAll(async () => {
  await replica.stop();
  await app.stop();
  await mail.stop();
});

it('two processes on one database send each letter once', async () => {
  const emails = Array.from({ length: LETTERS }, newEmail);
  const ask = (email: string, index: number) =>
    (index % 2 ? app.service : replica).call('POST', '/api/auth/magic-link', { body: { email, sign_up: true } });
  for (let start = 0; start < LETTERS; start += 20) {
    const answers = await Promise.all(emails.slice(start, start + 20).map(ask));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }
  await mail.until(LETTERS);
  await app.service.until(
    async () => (await app.sql("SELECT id FROM messages WHERE status = 'sent'")).length === LETTERS,
  );
  expect(mail.letters.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort());
});
