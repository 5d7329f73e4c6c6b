import { newEmail } from '../support/app.js';
import { expectFailure } from '../support/expect.js';
import { expectWait, fromAddress } from '../support/limits.js';
import { useMail } from '../support/use-mail.js';

const { app } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1', RATE_LIMIT_EMAIL_CODES: '3' });

const ask = async (email: string, path = 'email-code', more: object = {}) =>
  (await app.post(`/api/auth/${path}`, { email, ...more }, fromAddress())).json;
/** Never the code of a letter, which has six characters. */
const guess = ({ code_token }: { code_token: string }) =>
  app.post('/api/auth/email-code/verify', { code_token, code: '0000000' }, fromAddress());

it('wrong codes are limited for each mailbox, over all its letters and client addresses', async () => {
  const { email } = await app.signUp();
  for (let tries = 0; tries < 3; tries++) expectFailure(await guess(await ask(email)), 'INVALID_CODE');
  const issued = await ask(email);
  expectWait(await guess(issued), 3_600);
  await app.advance(3_600);
  expectFailure(await guess(await ask(email)), 'INVALID_CODE');
});

it('wrong codes of different letters to unknown addresses are not limited together', async () => {
  for (let tries = 0; tries < 5; tries++) expectFailure(await guess(await ask(newEmail())), 'INVALID_CODE');
});

it('wrong codes of an unknown address are limited like those of a known one', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 3; tries++) expectFailure(await guess(await ask(email)), 'INVALID_CODE');
  expectWait(await guess(await ask(email)), 3_600);
});

it('wrong codes of different disabled accounts are not limited together', async () => {
  for (let tries = 0; tries < 5; tries++) {
    const { uid, email } = await app.signUp();
    await app.disable(uid);
    expectFailure(await guess(await ask(email, 'magic-link', { with_code: true })), 'INVALID_CODE');
  }
});

it('tries of a used letter do not count for its mailbox', async () => {
  const email = newEmail();
  const issued = await ask(email);
  await app.sql('UPDATE links SET code_attempts = 5 WHERE email = ?', [email]);
  for (let tries = 0; tries < 5; tries++) expectFailure(await guess(issued), 'INVALID_CODE');
});
