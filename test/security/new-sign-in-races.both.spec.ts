import { BEHIND_PROXY, from, loginOn } from '../support/http/devices.js';
import { expectFailure } from '../support/http/expect.js';
import { linkIn } from '../support/service/mail-server.js';
import { useMail } from '../support/service/use-mail.js';

const { app, mail } = useMail(BEHIND_PROXY);
const SUBJECT = /^New sign-in to /;
const THIEF = from('203.0.113.2');

async function noticesTo(email: string): Promise<number> {
  const other = await app.signUp();
  await mail.linkAfter(other.email, () => app.post('/api/auth/magic-link', { email: other.email }));
  return mail.emailsTo(email).filter(({ subject }) => SUBJECT.test(subject ?? '')).length;
}

/** Ten at once: the first sign-ins on a device that has no token yet. */
const ten = (email: string) => Promise.all(Array.from({ length: 10 }, () => loginOn(app, email, 'new', THIEF)));

it('ten parallel first sign-ins on a device mail one email, whose link ends them all', async () => {
  const { uid, email } = await app.signUp();
  await app.prove(uid);
  await loginOn(app, email, 'new');
  const answers = await ten(email);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await noticesTo(email)).toBe(1);
  const link = linkIn(await mail.emailAbout(email, SUBJECT));
  const pressed = await Promise.all([app.follow(link, 'POST'), app.follow(link, 'POST')]);
  expect(pressed.map((answer) => answer.parameter('error')).sort()).toEqual(['LINK_ALREADY_USED', null]);
  for (const { json } of answers) expectFailure(await app.refresh(json.refresh_token), 'INVALID_REFRESH_TOKEN');
});

it('ten parallel first sign-ins of an account without a device mail at most one email', async () => {
  const { email } = await app.signUp();
  expect((await ten(email)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await noticesTo(email)).toBe(1);
});

it('parallel sign-ins on a known device make no other one', async () => {
  const { uid, email } = await app.signUp();
  const { device_token } = (await loginOn(app, email, 'new')).json;
  const answers = await Promise.all(Array.from({ length: 10 }, () => loginOn(app, email, device_token, THIEF)));
  expect(answers.map(({ json }) => json.device_token)).toEqual(Array(10).fill(device_token));
  expect(await app.sql('SELECT device_id AS id FROM devices WHERE uid = ?', [uid])).toHaveLength(1);
  expect(await noticesTo(email)).toBe(0);
});

it('a sign-in that races with the refusal of an earlier one is either refused, too, or needs the new password', async () => {
  const { uid, email } = await app.signUp();
  await app.prove(uid);
  await loginOn(app, email, 'new');
  await loginOn(app, email, 'new', THIEF);
  const link = linkIn(await mail.emailAbout(email, SUBJECT));
  const [, ...late] = await Promise.all([
    app.follow(link, 'POST'),
    ...Array.from({ length: 5 }, () => loginOn(app, email, 'new', THIEF)),
  ]);
  for (const answer of late) {
    if (answer.status === 200) expectFailure(await app.refresh(answer.json.refresh_token), 'INVALID_REFRESH_TOKEN');
    else expectFailure(answer, 'INVALID_CREDENTIALS');
  }
});
