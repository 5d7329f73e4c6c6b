import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, useApp } from '../support/app.js';
import { DATABASE } from '../support/database.js';
import { freePort, type Service } from '../support/service.js';

// SQLite has one connection, and no metrics of it.
(DATABASE === 'mysql' ? describe : describe.skip)('the metrics of the database connections', () => {
  const app = useApp();
  let service: Service;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    service = await app.replica({ METRICS_PORT: String(port) });
  });

  async function countWaiting(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^latchkey_database_connections_waiting (\d+)$/m.exec(text)?.[1]);
  }

  it('count no request as waiting while connections are idle', async () => {
    for (let scrape = 0; scrape < 5; scrape++) expect(await countWaiting()).toBe(0);
  });

  it('count requests that wait for a connection while all are busy', async () => {
    const user = await app.signUp();
    const release = await app.database.hold('SELECT uid FROM users WHERE uid = ? FOR UPDATE', [user.uid]);
    const body = { email: user.email, password: PASSWORD };
    const logins = Array.from({ length: 60 }, () => service.call('POST', '/api/auth/user/login', { body }));
    await app.untilStatementWaits();
    const scrapes = [];
    for (let count = 0; count < 10; count++) {
      scrapes.push(countWaiting());
      await sleep(100);
    }
    await release();
    expect(Math.max(...(await Promise.all(scrapes)))).toBeGreaterThan(0);
    const codes = (await Promise.all(logins)).map(({ status, code }) => code ?? status);
    expect(codes.filter((code) => code !== 200 && code !== 'UNAVAILABLE')).toEqual([]);
    expect(codes).toContain(200);
    expect(await countWaiting()).toBe(0);
  });
});
