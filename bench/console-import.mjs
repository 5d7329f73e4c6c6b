// Compares an import by the console in a browser with one by the command line: node bench/console-import.mjs [users]
// (after npm run build).
// Both import the same file of 200,000 users, one after the other, each into its own database on a private MySQL or
// MariaDB, or on the one at TEST_MYSQL_URL. Prints both rates, and the JavaScript heap of the tab. Needs Chromium.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { find } from '../test/support/run/machine.mjs';
import { ADMIN_TOKEN, AUTH_SECRET, createDatabase, startService, withMysql } from './support/service.mjs';

const USERS = Number(process.argv[2] ?? 200_000);
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const ENOUGH_MEMORY = ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=1G'];
const LONGEST_MS = 1_800_000;
const POLL_MS = 200;

function* lines() {
  for (let index = 0; index < USERS; index++) {
    const password_hash = `$2b$10$${'abcdefghijklmnopqrstu'}u${randomBytes(15).toString('hex')}u`;
    const metadata = JSON.stringify({ name: `User ${index}`, plan: index % 3 ? 'free' : 'pro' });
    const email = `user${index}.${randomBytes(3).toString('hex')}@example.com`;
    const created_at = 1_600_000_000 + index;
    yield `${JSON.stringify({ uid: randomUUID(), email, password_hash, email_verified: true, metadata, created_at })}\n`;
  }
}

/** The highest use of the heap, polled until `stop` is called. */
async function followHeap(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const used = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1e6;
  };
  const before = await used();
  let highest = before;
  let following = true;
  const followed = (async () => {
    while (following) {
      highest = Math.max(highest, await used());
      await sleep(POLL_MS);
    }
  })();
  const stop = async () => {
    following = false;
    await followed;
    return { before, highest };
  };
  return { stop };
}

async function byBrowser({ port }, file) {
  const browser = await chromium.launch({ executablePath: find('chromium'), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(LONGEST_MS);
    await page.goto(`http://localhost:${port}/console/import`);
    await page.getByRole('textbox', { name: 'Admin token' }).fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    const heap = await followHeap(page);
    await page.getByRole('button', { name: 'Check the file' }).click();
    const start = page.getByRole('button', { name: /^Import \d/ });
    await start.waitFor();
    const begun = performance.now();
    await start.click();
    await page.getByText('Result of the import').waitFor();
    return { seconds: (performance.now() - begun) / 1_000, ...(await heap.stop()) };
  } finally {
    await browser.close();
  }
}

async function byCommand({ url }, file) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: url, AUTH_SECRET, SMTP_URL: 'none' };
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, 'import', file, '--json'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The command line ended with ${code}.`);
  return { seconds: (performance.now() - begun) / 1_000 };
}

/** Does some work with a service on a new database, and checks that all users are there afterwards. */
async function imported(server, work) {
  const database = await createDatabase(server);
  try {
    // Without BASE_URL, it is the address of the service, which the console needs.
    const service = await startService(database, { BASE_URL: undefined, CONSOLE: 'on' });
    try {
      const result = await work(service, database);
      const [{ count }] = await database.query('SELECT COUNT(*) AS count FROM users');
      if (count !== USERS) throw new Error(`There are ${count} users, not ${USERS}.`);
      return { ...result, rate: Math.round(USERS / result.seconds) };
    } finally {
      await service.stop();
    }
  } finally {
    await database.remove();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
try {
  const file = join(folder, 'users.ndjson');
  await pipeline(Readable.from(lines()), createWriteStream(file));
  console.log(`${USERS} users, ${Math.round(statSync(file).size / 1e6)} MB`);
  await withMysql(async (url) => {
    const browser = await imported(url, (service) => byBrowser(service, file));
    console.log(`browser: ${browser.seconds.toFixed(1)} s, ${browser.rate} users/s`);
    console.log(
      `         heap of the tab ${browser.before.toFixed(1)} MB before, at most ${browser.highest.toFixed(1)} MB`,
    );
    const command = await imported(url, (_service, database) => byCommand(database, file));
    console.log(`command: ${command.seconds.toFixed(1)} s, ${command.rate} users/s`);
    console.log(`The browser has ${(browser.rate / command.rate).toFixed(2)} times the rate of the command line.`);
  }, ENOUGH_MEMORY);
} finally {
  rmSync(folder, { recursive: true });
}
