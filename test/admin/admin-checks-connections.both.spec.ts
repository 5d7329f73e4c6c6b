import { DATABASE } from '../support/database/database.js';
import { useApp } from '../support/service/app.js';

/** How long the service keeps a report. */
const KEEP = 10;
const app = useApp();

const checks = () => app.admin('GET', '/checks');

(DATABASE === 'mysql' ? it : it.skip)('a run of the checks leaves no connection to the database behind', async () => {
  const open = async () => {
    const [row] = await app.sql('SELECT COUNT(*) AS count FROM information_schema.processlist WHERE db = DATABASE()');
    return Number(row?.count);
  };
  // So many that the service opens all the connections that it keeps.
  await Promise.all(Array.from({ length: 60 }, () => app.admin('GET', '/users')));
  await app.advance(KEEP);
  await checks();
  const before = await open();
  for (let runs = 0; runs < 5; runs++) {
    await app.advance(KEEP);
    await checks();
  }
  // The server learns of an ended connection a moment later.
  await app.service.until(async () => (await open()) <= before);
});
