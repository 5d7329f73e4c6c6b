import { indexesOf, objections } from '../support/database/inspection.js';
import { expectFailure } from '../support/http/http.js';
import { ADMIN_TOKEN, type App, newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';
import type { Service } from '../support/service/service.js';
import { Receiver } from '../support/service/webhooks.js';

const DAY = 86_400;
const HOUR = 3_600;
const NOTHING = {
  sign_ins: 0,
  failed: 0,
  users_created: 0,
  users_active: 0,
  emails_sent: 0,
  emails_failed: 0,
  webhooks_failed: 0,
};

type Point = Record<keyof typeof NOTHING | 'at', number>;

const { app, mail } = useMail({ WEBHOOK_NETWORKS: '127.0.0.1' });
/** Another service, whose clock moves on by days. Its first test needs an empty database. */
const fresh = useApp(() => ({ SMTP_URL: mail.url }));

async function read(query: string, service: Service = app.service): Promise<Point[]> {
  const answer = await service.call('GET', `/api/admin/stats?${query}`, { token: ADMIN_TOKEN });
  expect(answer.status).toBe(200);
  return answer.json.points;
}

/** The sums of all counters of a series. */
async function totals(series: string, of: App = app): Promise<Omit<Point, 'at'>> {
  const points = await read(`series=${series}`, of.service);
  const sums = { ...NOTHING };
  for (const name of Object.keys(NOTHING) as (keyof typeof NOTHING)[])
    for (const point of points) sums[name] += point[name];
  return sums;
}

/** Lets the job count until it has counted all events. */
async function counted(of: App = app): Promise<void> {
  await of.service.until(async () => {
    await of.advance(30);
    const [row] = await of.sql('SELECT position FROM activity_progress WHERE id = 1');
    const [last] = await of.sql('SELECT MAX(position) AS position, COUNT(*) - COUNT(position) AS waiting FROM events');
    return Number(row?.position) === Number(last?.position) && Number(last?.waiting) === 0;
  }, 100);
}

/** Adds an event with a position to the log, as a transaction does that commits late. */
async function log(of: App, type: string, at: number, uid: string | null, position: number | null): Promise<void> {
  serial += 1;
  const id = `019391a0-0000-7000-8000-${String(serial).padStart(12, '0')}`;
  const sql = "INSERT INTO events (id, type, at, actor, uid, data, position) VALUES (?, ?, ?, 'system', ?, '{}', ?)";
  await of.sql(sql, [id, type, at, uid, position]);
}
let serial = 0;

it('the series of days and of hours have what happened, and no more when the job runs again', async () => {
  await counted();
  const before = [await totals('day'), await totals('hour')];
  const user = await app.signUp();
  await app.login(user.email, PASSWORD);
  await app.login(user.email, 'a wrong password');
  await app.admin('POST', '/users', { email: newEmail() });
  await counted();
  await counted();
  for (const [index, series] of ['day', 'hour'].entries()) {
    const { sign_ins, failed, users_created, users_active } = await totals(series);
    const { sign_ins: signIns, failed: refused, users_created: created, users_active: active } = before[index] as Point;
    expect([sign_ins - signIns, failed - refused, users_created - created, users_active - active]).toEqual([
      2, 1, 2, 1,
    ]);
  }
});

it('three replicas count each event once, also one that commits late', async () => {
  const replicas = [fresh.service, await fresh.replica(), await fresh.replica()];
  const users = await Promise.all(
    Array.from({ length: 30 }, async (_none, index) => {
      const body = { email: newEmail(), password: PASSWORD, login: true };
      return (await (replicas[index % 3] as Service).call('POST', '/api/auth/user/create', { body })).json;
    }),
  );
  const day = Math.floor(Date.now() / 1000);
  for (let round = 0; round < 3; round++) {
    await Promise.all(replicas.map((replica) => replica.advance(30)));
    // Its id is older than all that have been counted.
    await log(fresh, 'login.failed', day, users[round].uid, null);
  }
  await counted(fresh);
  await Promise.all(replicas.map((replica) => replica.advance(30)));
  await counted(fresh);
  expect(await totals('day', fresh)).toEqual({
    ...NOTHING,
    sign_ins: 30,
    users_created: 30,
    users_active: 30,
    failed: 3,
  });
  await Promise.all(replicas.slice(1).map((replica) => replica.stop()));
});

it('a long log that was not counted yet is counted in steps, and a kill in the middle counts nothing twice', async () => {
  // Reading the log gives all events their positions.
  await fresh.admin('GET', '/events?limit=1');
  const begin = Math.floor(Date.now() / 1000 / DAY) * DAY - 20 * DAY;
  const [{ last }] = (await fresh.sql('SELECT last_position AS last FROM event_sequence')) as [{ last: number }];
  const uids = Array.from(
    { length: 40 },
    (_none, index) => `019391a0-0000-7000-9000-${String(index).padStart(12, '0')}`,
  );
  const LOGINS = 3_000;
  for (let first = 0; first < LOGINS; first += 500) {
    const rows = Array.from({ length: 500 }, (_none, index) => first + index);
    const places = rows.map(() => "(?, 'login.succeeded', ?, 'system', ?, '{}', ?)").join();
    const values = rows.flatMap((n) => {
      const id = `019391a0-1000-7000-8000-${String(n).padStart(12, '0')}`;
      return [id, begin + Math.floor((n * 10 * DAY) / LOGINS), uids[n % uids.length], Number(last) + n + 1];
    });
    await fresh.sql(`INSERT INTO events (id, type, at, actor, uid, data, position) VALUES ${places}`, values);
  }
  await fresh.sql('UPDATE event_sequence SET last_position = ?', [Number(last) + LOGINS]);
  const replica = await fresh.replica();
  replica.advance(30).catch(() => undefined);
  await replica.until(async () => {
    const [row] = await fresh.sql('SELECT position FROM activity_progress WHERE id = 1');
    return Number(row?.position) > Number(last);
  }, 1);
  replica.signal('SIGKILL');
  await counted(fresh);
  const days = (await read(`series=day&from=${begin}&to=${begin + 11 * DAY}`, fresh.service)).filter(
    ({ sign_ins }) => sign_ins > 0,
  );
  expect(days.reduce((sum, { sign_ins }) => sum + sign_ins, 0)).toBe(LOGINS);
  expect(days.every(({ users_active }) => users_active === uids.length)).toBe(true);
});

it('a user counts as active once a day and once an hour', async () => {
  const user = await fresh.signUp();
  const { points } = (await fresh.admin('GET', '/stats?series=hour')).json;
  // To the first minute of a day.
  const now = points.at(-1).at + HOUR;
  await fresh.advance(DAY - (now % DAY) + 60);
  const later = async (seconds: number) => {
    await fresh.advance(seconds);
    await fresh.login(user.email, PASSWORD);
  };
  for (const seconds of [HOUR, 1, 1, HOUR, HOUR]) await later(seconds);
  await counted(fresh);
  const hours = (await read('series=hour', fresh.service)).filter(({ sign_ins }) => sign_ins > 0);
  expect(hours.slice(-3).map(({ sign_ins, users_active }) => [sign_ins, users_active])).toEqual([
    [3, 1],
    [1, 1],
    [1, 1],
  ]);
  const days = (await read('series=day', fresh.service)).filter(({ sign_ins }) => sign_ins > 0);
  expect(days.at(-1)).toMatchObject({ sign_ins: 5, users_active: 1 });
});

it('messages to webhooks count each time they fail', async () => {
  const receiver = await new Receiver().listen();
  receiver.answer(500);
  await app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.created'] });
  const before = (await totals('hour')).webhooks_failed;
  await app.signUp();
  await app.service.until(async () => {
    await app.advance(1);
    return (await totals('hour')).webhooks_failed > before;
  }, 100);
  await receiver.stop();
});

describe('emails', () => {
  afterEach(() => {
    mail.refuse = () => undefined;
  });

  /** The email to an address, once it is in this state. */
  async function settled(email: string, status: string, of: App = app): Promise<{ id: string; attempts: number }> {
    const message = async () => (await of.admin('GET', `/messages?recipient=${email}`)).json.messages[0];
    await of.service.until(async () => (await message())?.status === status);
    return message();
  }

  /** How many emails were sent and have failed since `before`, by day and by hour. */
  async function since(before: Omit<Point, 'at'>, of: App = app): Promise<{ sent: number; failed: number }> {
    const [day, hour] = [await totals('day', of), await totals('hour', of)];
    expect([day.emails_sent, day.emails_failed]).toEqual([hour.emails_sent, hour.emails_failed]);
    return { sent: day.emails_sent - before.emails_sent, failed: day.emails_failed - before.emails_failed };
  }

  const request = async (of: App = app) => {
    const { email } = await of.signUp();
    expect((await of.post('/api/auth/magic-link', { email })).status).toBe(200);
    return email;
  };

  it('count as sent when the mail server accepts them, and as failed when it refuses the recipient for good', async () => {
    const before = await totals('day');
    await settled(await request(), 'sent');
    expect(await since(before)).toEqual({ sent: 1, failed: 0 });
    mail.refuse = () => 550;
    await settled(await request(), 'failed');
    expect(await since(before)).toEqual({ sent: 1, failed: 1 });
  });

  it('count once as failed and once as sent when an administrator sends them again', async () => {
    const before = await totals('day');
    mail.refuse = () => 553;
    const email = await request();
    const { id } = await settled(email, 'failed');
    mail.refuse = () => undefined;
    expect((await app.admin('POST', `/messages/${id}/retry`)).status).toBe(200);
    await settled(email, 'sent');
    expect(await since(before)).toEqual({ sent: 1, failed: 1 });
  });

  it('count neither as sent nor as failed while they are tried again, and once when they are given up after a day', async () => {
    const before = await totals('day', fresh);
    mail.refuse = () => 450;
    const email = await request(fresh);
    const attempts = async () => (await settled(email, 'queued', fresh)).attempts;
    await fresh.service.until(async () => (await attempts()) > 0);
    await fresh.advance(60);
    await fresh.service.until(async () => (await attempts()) > 1);
    expect(await since(before, fresh)).toEqual({ sent: 0, failed: 0 });
    await fresh.advance(DAY);
    expect((await settled(email, 'failed', fresh)).attempts).toBe(3);
    expect(await since(before, fresh)).toEqual({ sent: 0, failed: 1 });
  });
});

describe('the range of a series', () => {
  it('has a point for each period that overlaps it, with zeros, oldest first', async () => {
    const from = 10 * DAY;
    expect(await read(`series=day&from=${from + 5}&to=${from + 2 * DAY + 5}`)).toEqual(
      [from, from + DAY, from + 2 * DAY].map((at) => ({ at, ...NOTHING })),
    );
    expect(await read(`series=hour&from=${from}&to=${from + HOUR}`)).toEqual([{ at: from, ...NOTHING }]);
  });

  it('is 30 days or 48 hours by default, and says when it was counted', async () => {
    await counted();
    const { json } = await app.admin('GET', '/stats?series=day');
    expect(json.series).toBe('day');
    expect(json.updated_at).toBeGreaterThan(Date.now() / 1000 - 60);
    expect([30, 31]).toContain(json.points.length);
    expect([48, 49]).toContain((await read('series=hour')).length);
  });

  it('has at most 400 points', async () => {
    expect(await read(`series=hour&from=0&to=${400 * HOUR}`)).toHaveLength(400);
    expectFailure(await app.admin('GET', `/stats?series=hour&from=0&to=${400 * HOUR + 1}`), 'INVALID_REQUEST');
    expectFailure(await app.admin('GET', '/stats?series=day&from=0'), 'INVALID_REQUEST');
  });

  it.each(['series=week', 'series=', 'series=day&from=x', 'series=day&from=5&to=5', 'series=day&from=9&to=5'])(
    'cannot be ?%s',
    async (query) => {
      expectFailure(await app.admin('GET', `/stats?${query}`), 'INVALID_REQUEST');
    },
  );

  it('is one read of the primary key', async () => {
    const statement = "SELECT * FROM activity_counters WHERE period = 'day' AND at >= 0 AND at < 99 ORDER BY at";
    const query = { sql: statement, values: [] };
    expect(String(await indexesOf(app, query))).toMatch(
      /PRIMARY|sqlite_autoindex_activity_counters|activity_counters_pkey/,
    );
    expect(await objections(app, query)).toEqual([]);
  });
});
