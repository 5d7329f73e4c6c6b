import { DATABASE, itOnServer } from '../support/database/database.js';
import { ADMIN_TOKEN, useApp } from '../support/service/app.js';

/** How long the service keeps a report. */
const KEEP = 10;
/** More than the most connections that the service keeps. */
const RUNS = 40;
const app = useApp();

const checks = () => app.admin('GET', '/checks');

/** SQLite has one connection. */
const CONNECTIONS = {
  mysql: 'SELECT COUNT(*) AS count FROM information_schema.processlist WHERE db = DATABASE()',
  postgres: 'SELECT COUNT(*) AS count FROM pg_stat_activity WHERE datname = current_database()',
  sqlite: '',
}[DATABASE];

itOnServer('the metrics count nobody as waiting for a connection while there is one for each', async () => {
  const { text } = await app.get('/metrics', { token: ADMIN_TOKEN });
  const gauge = (name: string) =>
    Number(new RegExp(`^latchkey_database_connections_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  expect(gauge('waiting')).toBe(0);
  expect(gauge('busy') + gauge('idle')).toBeGreaterThan(0);
});

itOnServer('a run of the checks leaves no connection to the database behind', async () => {
  const open = async () => {
    const [row] = await app.sql(CONNECTIONS);
    return Number(row?.count);
  };
  const before = await open();
  for (let runs = 0; runs < RUNS; runs++) {
    await app.advance(KEEP);
    await checks();
  }
  // The service may have opened connections that it keeps. The server learns of an ended one a moment later.
  await app.service.until(async () => (await open()) < before + RUNS);
});
