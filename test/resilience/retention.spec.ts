import { Cli } from '../support/service/cli.js';
import { useMail } from '../support/service/mail.js';
import { Receiver } from '../support/service/webhooks.js';

const DAY = 86_400;
const SETTINGS = {
  EVENT_ADDRESSES_TTL: String(7 * DAY),
  EMAILS_TTL: String(DAY),
  DELIVERIES_TTL: String(2 * DAY),
  WEBHOOK_NETWORKS: '127.0.0.1',
};

const { app, mail } = useMail(SETTINGS);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await new Receiver().listen();
  await app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.created'] });
});
afterAll(() => receiver.stop());

const count = async (table: string, where = '1 = 1') =>
  Number((await app.sql(`SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);

it('the rows of sent emails and deliveries are removed after EMAILS_TTL and DELIVERIES_TTL', async () => {
  const { email } = await app.signUp();
  await app.post('/api/auth/magic-link', { email });
  await mail.emailTo(email);
  const SENT = `status = 'sent'`;
  const left = async () => [await count('messages', SENT), await count('webhook_deliveries', SENT)];
  await app.service.until(async () => String(await left()) === '1,1' && receiver.accepted.length === 1);
  await app.advance(DAY + 1_200);
  await app.service.until(async () => (await left())[0] === 0);
  expect(await left()).toEqual([0, 1]);
  await app.advance(DAY);
  await app.service.until(async () => (await left())[1] === 0);
});

it('the client addresses of more events than one step are removed after EVENT_ADDRESSES_TTL, and the events stay', async () => {
  const { uid, email, password } = await app.signUp();
  const [event] = await app.sql('SELECT * FROM events WHERE uid = ?', [uid]);
  const { id: _, position: __, ...fields } = event ?? {};
  const columns = Object.keys(fields);
  const rows = Array.from({ length: 1_200 }, (_none, index) => `('copy-${index}', ${columns.map(() => '?').join()})`);
  const values = rows.flatMap(() => Object.values(fields));
  await app.sql(`INSERT INTO events (id, ${columns.join()}) VALUES ${rows.join()}`, values);
  const addresses = () => count('events', `uid = '${uid}' AND ip IS NOT NULL`);
  const events = await count('events', `uid = '${uid}'`);
  await app.advance(6 * DAY);
  await app.login(email, password);
  expect(await addresses()).toBe(events + 1);
  await app.advance(DAY + 1_200);
  await app.service.until(async () => (await addresses()) === 1);
  expect(await count('events', `uid = '${uid}'`)).toBe(events + 1);
  const kept = await app.sql('SELECT type, ip FROM events WHERE uid = ? AND ip IS NOT NULL', [uid]);
  expect(kept).toEqual([{ type: 'login.succeeded', ip: '127.0.0.1' }]);
});

it('doctor says how long each is kept, and what is older', async () => {
  const cli = new Cli({ DATABASE_URL: app.database.url, NODE_ENV: 'test', ...SETTINGS });
  const findings = async (settings = {}) => {
    const { checks } = (await cli.run(['doctor', '--json'], { settings })).json;
    return checks.filter(({ name }: { name: string }) => name === 'retention');
  };
  const [periods, ...more] = await findings();
  const found = 'events 365 days, their client addresses 7 days; emails 1 days; deliveries 2 days';
  expect([periods.status, periods.found, more]).toEqual(['ok', expect.stringContaining(found), []]);
  await app.sql('UPDATE events SET at = at - ?', [400 * DAY]);
  const late = await findings({ EVENT_ADDRESSES_TTL: '0' });
  expect(late.map(({ status, found }: Record<string, string>) => [status, found])).toEqual([
    ['ok', expect.stringContaining('events 365 days with their client addresses')],
    ['warn', 'events are older than their setting allows'],
  ]);
  const [, forever] = await findings({ EVENTS_TTL: '0' });
  expect(forever).toMatchObject({ status: 'warn', cure: 'set EVENTS_TTL' });
  cli.remove();
});
