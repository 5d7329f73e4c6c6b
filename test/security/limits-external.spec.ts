import { newEmail } from '../support/app.js';
import { expectFailure } from '../support/expect.js';
import { unproved } from '../support/external.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, signInWith } from '../support/idp/providers.js';
import { expectWait, fromAddress } from '../support/limits.js';
import { useMail } from '../support/use-mail.js';

const { app } = useMail({ RATE_LIMIT: 'on', TRUST_PROXY: '1', RATE_LIMIT_EMAIL_CODES: '3' });
const idp = useIdp();

beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: 'google' });
});

async function confirm(email: string, client = fromAddress()) {
  const { pending_token } = (await signInWith(app, 'google', unproved(email))).json;
  return app.post('/api/auth/external/confirm', { pending_token }, client);
}
const guess = (path: string, { code_token }: { code_token: string }) =>
  app.post(`/api/auth/${path}`, { code_token, code: '0000000' }, fromAddress());

it('wrong codes of confirmations and of sign-ins count together for the mailbox', async () => {
  const email = newEmail();
  for (let tries = 0; tries < 2; tries++)
    expectFailure(await guess('external/confirm/verify', (await confirm(email)).json), 'INVALID_CODE');
  const mailed = (await app.post('/api/auth/email-code', { email }, fromAddress())).json;
  expectFailure(await guess('email-code/verify', mailed), 'INVALID_CODE');
  expectWait(await guess('external/confirm/verify', (await confirm(email)).json), 3_600);
});

it('confirmations mail five letters to a mailbox in ten minutes for one client address', async () => {
  const [email, client] = [newEmail(), fromAddress()];
  for (let letters = 0; letters < 5; letters++) expect((await confirm(email, client)).status).toBe(200);
  expectWait(await confirm(email, client), 600);
});
