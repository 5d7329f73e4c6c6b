import { argon2id } from 'hash-wasm';
import { expectFailure } from '../support/http/http.js';
import { importLines } from '../support/imports/ndjson.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const TRIES = 5;
/** Eight times as expensive as the hashes of the service itself. */
const OWN_COST = '7';
const EXPENSIVE_COST = 10;
/** So expensive that an account may have only two logins in the queue. */
const HIGHEST_COST = 14;

const bcryptHash = (cost: number) => `$2b$${cost}$${'abcdefghijklmnopqrstu'}u${'v'.repeat(30)}u`;

const app = useApp({ BCRYPT_COST: OWN_COST });
const expensiveAccounts: string[] = [];
// An expensive hash makes each refused login of the service take longer.
afterEach(async () => {
  for (const email of expensiveAccounts.splice(0)) await remove(email);
});

async function remove(email: string): Promise<void> {
  const { users } = (await app.admin('GET', `/users?email=${email}`)).json;
  for (const { uid } of users) expect((await app.admin('DELETE', `/users/${uid}`)).status).toBe(200);
}

async function importHashes(...hashes: string[]): Promise<string[]> {
  const lines = hashes.map((password_hash) => ({ email: newEmail(), password_hash }));
  expect((await importLines(app, lines)).json).toMatchObject({ created: hashes.length });
  const emails = lines.map(({ email }) => email);
  expensiveAccounts.push(...emails);
  return emails;
}

async function timed(email: string, password: string, code?: string): Promise<number> {
  const begun = performance.now();
  const answer = await app.login(email, password);
  if (code) expectFailure(answer, code);
  else expect(answer.status).toBe(200);
  return performance.now() - begun;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}

it.each<[string, () => Promise<string> | string]>([
  [`a bcrypt hash of cost ${EXPENSIVE_COST}`, () => bcryptHash(EXPENSIVE_COST)],
  [
    'an argon2id hash of 16 MiB',
    () =>
      argon2id({
        password: 'x',
        salt: 'salt of the test',
        memorySize: 16_384,
        iterations: 2,
        parallelism: 1,
        hashLength: 32,
        outputType: 'encoded',
      }),
  ],
])('a refused login takes the same time for an account with %s as for any other', async (_title, hash) => {
  const [expensive = ''] = await importHashes(await hash());
  const [known, disabled, without] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await app.disable(disabled.uid);
  await app.sql('UPDATE users SET password_hash = NULL WHERE uid = ?', [without.uid]);
  const emails = {
    expensive,
    unknown: newEmail(),
    known: known.email,
    disabled: disabled.email,
    without: without.email,
  };
  const times: Record<string, number[]> = { expensive: [], unknown: [], known: [], disabled: [], without: [] };
  for (let round = 0; round <= TRIES; round++) {
    for (const [name, email] of Object.entries(emails)) {
      const time = await timed(email, 'wrong password', 'INVALID_CREDENTIALS');
      // The first round starts the threads and measures the speed of the machine.
      if (round > 0) times[name]?.push(time);
    }
  }
  const expensiveMedian = median(times.expensive as number[]);
  for (const name of ['unknown', 'known', 'disabled', 'without']) {
    const share = median(times[name] as number[]) / expensiveMedian;
    expect([name, share > 0.85 && share < 1.15 ? 'alike' : share]).toEqual([name, 'alike']);
  }
  // A login with the right password does not wait.
  const right: number[] = [];
  for (let round = 0; round < TRIES; round++) right.push(await timed(known.email, PASSWORD));
  expect(median(right)).toBeLessThan(expensiveMedian / 2);
});

it('a refused login is fast again after the account with the expensive hash was deleted', async () => {
  const [expensive = ''] = await importHashes(bcryptHash(EXPENSIVE_COST + 2));
  await timed(newEmail(), 'wrong password', 'INVALID_CREDENTIALS');
  const slow = await timed(newEmail(), 'wrong password', 'INVALID_CREDENTIALS');
  await remove(expensive);
  expect(await timed(newEmail(), 'wrong password', 'INVALID_CREDENTIALS')).toBeLessThan(slow / 3);
});

it('many wrong logins on two accounts with expensive hashes do not delay the logins of other users', async () => {
  const expensive = await importHashes(bcryptHash(HIGHEST_COST), bcryptHash(HIGHEST_COST));
  const user = await app.signUp();
  await timed(user.email, PASSWORD);
  let answered = 0;
  const flood = Array.from({ length: 20 }, async (_none, index) => {
    const answer = await app.login(expensive[index % 2] as string, 'wrong password');
    answered += 1;
    return { code: answer.code, retry: answer.headers.get('retry-after') };
  });
  await app.get('/health/live');
  const others: number[] = [];
  for (let login = 0; login < 5; login++) others.push(await timed(user.email, PASSWORD));
  expect(answered).toBeLessThan(20);
  // About 0.1 s on an idle machine.
  expect(Math.max(...others)).toBeLessThan(1_500);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS');
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.every(({ retry }) => Number(retry) >= 1)).toBe(true);
  expect([...new Set(answers.map(({ code }) => code))].sort()).toEqual(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS']);
});
