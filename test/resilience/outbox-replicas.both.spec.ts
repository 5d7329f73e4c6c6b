import { newEmail } from '../support/app.js';
import type { Service } from '../support/service.js';
import { useMail } from '../support/use-mail.js';

const LETTERS = 200;

const { app, mail } = useMail();
let replica: Service;
beforeAll(async () => {
  replica = await app.replica();
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
