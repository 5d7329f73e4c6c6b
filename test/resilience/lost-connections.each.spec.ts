import { createDatabase, DATABASE, describeOnServer, type TestDatabase } from '../support/database/database.js';
import { type Answer, expectFailure } from '../support/http/http.js';
import { freePort } from '../support/run/machine.mjs';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { DatabaseProxy } from '../support/service/proxies.js';
import { Service } from '../support/service/service.js';

/** How the statements of the service begin. */
const BEGIN = DATABASE === 'postgres' ? 'BEGIN' : 'START TRANSACTION';
/** The whole statement: the first one says that the transaction reads what is COMMITTED. */
const COMMIT = DATABASE === 'postgres' ? 'COMMIT\0' : 'COMMIT';
/** The name of a table, as TypeORM quotes it. */
const quoted = (table: string) => (DATABASE === 'postgres' ? `"${table}"` : `\`${table}\``);

const EACH = [{ when: 'sent' as const }, { when: 'answered' as const }];
const ALWAYS = Number.POSITIVE_INFINITY;

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: Service;
let metricsPort: number;

const create = (email: string): Promise<Answer> =>
  service.call('POST', '/api/auth/user/create', { body: { email, password: PASSWORD, login: true } });

const login = (email: string): Promise<Answer> =>
  service.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } });

const refresh = (refresh_token: string): Promise<Answer> =>
  service.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });

const getUser = (token: string): Promise<Answer> => service.call('GET', '/api/auth/user', { token });

const usersOf = (email: string) => database.sql('SELECT uid FROM users WHERE email = ?', [email]);

const sessionsOf = (email: string) =>
  database.sql('SELECT generation FROM sessions WHERE uid IN (SELECT uid FROM users WHERE email = ?)', [email]);

/** How many requests wait for a connection, by the metrics. */
async function countWaiting(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^latchkey_database_connections_waiting (\d+)$/m.exec(text)?.[1]);
}

// SQLite has one connection, which is never lost, and no metrics of it.
describeOnServer('a server with many connections', () => {
  beforeAll(async () => {
    database = await createDatabase();
    proxy = await DatabaseProxy.to(database.url);
    await proxy.open();
    metricsPort = await freePort();
    service = await Service.start({ DATABASE_URL: proxy.url, METRICS_PORT: String(metricsPort) });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.cut();
    await database.drop();
  });

  describe('a lost database connection', () => {
    describe.each([BEGIN, `INSERT INTO ${quoted('users')}`, `INSERT INTO ${quoted('sessions')}`])(
      'in a transaction, at %s,',
      (at) => {
        it.each(EACH)(
          'does not fail the request, whose changes are made once, when the statement was $when',
          async ({ when }) => {
            const email = newEmail();
            proxy.breakAt(at, when);
            const { status, json } = await create(email);
            expect(status).toBe(200);
            expect((await getUser(json.token)).json.email).toBe(email);
            expect(await usersOf(email)).toHaveLength(1);
            expect(await sessionsOf(email)).toEqual([{ generation: 0 }]);
          },
        );

        it('fails the request with UNAVAILABLE within seconds, without a change, when it is lost again and again', async () => {
          const email = newEmail();
          const begun = Date.now();
          proxy.breakAt(at, 'answered', ALWAYS);
          expectFailure(await create(email), 'UNAVAILABLE', 503);
          proxy.breakAt('', 'sent', 0);
          expect(Date.now() - begun).toBeLessThan(5_000);
          expect(await usersOf(email)).toEqual([]);
          expect((await create(email)).status).toBe(200);
        });
      },
    );

    it('fails the request with UNAVAILABLE, without a change, when it is lost before the server receives COMMIT', async () => {
      const email = newEmail();
      proxy.breakAt(COMMIT, 'sent');
      expectFailure(await create(email), 'UNAVAILABLE', 503);
      expect(await usersOf(email)).toEqual([]);
      expect((await create(email)).status).toBe(200);
    });

    it('fails the request with UNAVAILABLE, with its changes made once, when it is lost before the server answers COMMIT', async () => {
      const email = newEmail();
      proxy.breakAt(COMMIT, 'answered');
      expectFailure(await create(email), 'UNAVAILABLE', 503);
      expect(await usersOf(email)).toHaveLength(1);
      expect(await sessionsOf(email)).toEqual([{ generation: 0 }]);
      expectFailure(await create(email), 'EMAIL_ALREADY_IN_USE');
      expect((await login(email)).status).toBe(200);
    });

    it.each([BEGIN, COMMIT])('is closed and replaced when the server has become read-only at %s', async (at) => {
      const email = newEmail();
      const closed = proxy.answerReadOnlyAt(at);
      const { status } = await create(email);
      await closed;
      expect(status).toBe(at === COMMIT ? 503 : 200);
      expect(await usersOf(email)).toHaveLength(at === COMMIT ? 0 : 1);
      expect((await create(newEmail())).status).toBe(200);
    });

    it.each([
      { when: 'sent' as const, generation: 0 },
      { when: 'answered' as const, generation: 1 },
    ])(
      'fails the request, and the statement is not repeated, when a single writing statement was $when',
      async ({ when, generation }) => {
        const email = newEmail();
        const { refresh_token } = (await create(email)).json;
        proxy.breakAt('UPDATE sessions', when);
        expectFailure(await refresh(refresh_token), 'UNAVAILABLE', 503);
        expect(await sessionsOf(email)).toEqual([{ generation }]);
        const again = await refresh(refresh_token);
        expect(again.status).toBe(200);
        expect(await sessionsOf(email)).toEqual([{ generation: 1 }]);
        expect((await refresh(again.json.refresh_token)).status).toBe(200);
      },
    );

    describe('during many refreshes at once', () => {
      const refreshAll = (tokens: string[]) => Promise.all(tokens.map((token) => refresh(token)));
      const signUpMany = async () => {
        const created = await Promise.all(Array.from({ length: 24 }, () => create(newEmail())));
        return created.map(({ json }) => json.refresh_token as string);
      };
      const generations = async (tokens: string[]) => {
        const rows = await database.sql('SELECT session_id, generation FROM sessions');
        const known = new Map(rows.map(({ session_id, generation }) => [session_id, generation]));
        return tokens.map((token) => known.get(JSON.parse(atob(token.split('.')[1] ?? '')).sid));
      };

      it.each(EACH)('fails no refresh, and each session rotates once, when a read was $when', async ({ when }) => {
        const tokens = await signUpMany();
        proxy.breakAt('FROM sessions', when);
        expect((await refreshAll(tokens)).map(({ status }) => status)).toEqual(tokens.map(() => 200));
        expect(await generations(tokens)).toEqual(tokens.map(() => 1));
      });

      it.each(EACH)(
        'fails one refresh with UNAVAILABLE, which succeeds when it is sent again, when an UPDATE was $when',
        async ({ when }) => {
          const tokens = await signUpMany();
          proxy.breakAt('UPDATE sessions', when);
          const answers = await refreshAll(tokens);
          const failed = tokens.filter((_token, index) => answers[index]?.status === 503);
          expect(failed).toHaveLength(1);
          expect(answers.filter(({ status }) => status === 200)).toHaveLength(tokens.length - 1);
          expect(await generations(failed)).toEqual([when === 'answered' ? 1 : 0]);
          expect((await refreshAll(failed)).map(({ status }) => status)).toEqual([200]);
          expect(await generations(tokens)).toEqual(tokens.map(() => 1));
        },
      );
    });

    it.each(EACH)('does not fail the request when a read was $when', async ({ when }) => {
      const { token } = (await create(newEmail())).json;
      proxy.breakAt('FROM users', when);
      expect((await getUser(token)).status).toBe(200);
      proxy.breakAt(`FROM ${quoted('sessions')}`, when);
      expect((await service.call('GET', '/api/auth/user/sessions', { token })).status).toBe(200);
    });

    it('does not fail reads and transactions when many connections are lost unnoticed', async () => {
      const { token } = (await create(newEmail())).json;
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 30 }, () => getUser(token)));
        proxy.breakAtNextUse();
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_none, index) => (index % 3 ? getUser(token) : create(newEmail()))),
        );
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      }
    });
  });

  describe('the metrics of the database connections', () => {
    it('count no request as waiting while connections are idle', async () => {
      for (let scrape = 0; scrape < 5; scrape++) expect(await countWaiting()).toBe(0);
    });

    it('count requests that wait for a connection while all are busy', async () => {
      const email = newEmail();
      const { uid } = (await create(email)).json;
      const release = await database.hold('SELECT uid FROM users WHERE uid = ? FOR UPDATE', [uid]);
      const logins = Array.from({ length: 60 }, () => login(email));
      await service.until(async () => (await countWaiting()) > 0);
      await release();
      const codes = (await Promise.all(logins)).map(({ status, code }) => code ?? status);
      expect(codes.filter((code) => code !== 200 && code !== 'UNAVAILABLE')).toEqual([]);
      expect(codes).toContain(200);
      expect(await countWaiting()).toBe(0);
    });
  });
});
