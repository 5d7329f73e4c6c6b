import { DATABASE, IS_SERVER } from '../support/database/database.js';
import { useApp } from '../support/service/app.js';

/** How long the service keeps a report. */
const KEEP = 10;
/** More than the most connections that the service keeps. */
const RUNS = 40;
const app = useApp();

const checks = () => app.admin('GET', '/checks');

(IS_SERVER ? it : it.skip)('a run of the checks leaves no connection to the database behind', async () => {
  const open = async () => {
    const all =
      DATABASE === 'mysql'
        ? 'information_schema.processlist WHERE db = DATABASE()'
        : 'pg_stat_activity WHERE datname = current_database()';
    const [row] = await app.sql(`SELECT COUNT(*) AS count FROM ${all}`);
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
