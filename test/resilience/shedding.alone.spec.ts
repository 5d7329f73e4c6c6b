import { availableParallelism } from 'node:os';
import type { Answer } from '../support/http/http.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp({ BCRYPT_COST: '11', PASSWORD_MIN_SCORE: '' });

const signUp = (password: string) => app.post('/api/auth/user/create', { email: newEmail(), password });

/** For too much work of all, or of sign-ups only: which of them comes first depends on the machine. */
const REFUSALS = ['TOO_MANY_REQUESTS', 'UNAVAILABLE'];

/** Some sign-ups were refused for now, and all others had this outcome. */
function expectRefusedInPart(answers: Answer[], outcome: string): void {
  const shed = answers.filter((answer) => REFUSALS.includes(answer.code ?? ''));
  expect(shed.length).toBeGreaterThan(0);
  expect(shed.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
  const others = answers.filter((answer) => !shed.includes(answer));
  expect(new Set(others.map((answer) => answer.code ?? String(answer.status)))).toEqual(new Set([outcome]));
}

it('more sign-ins and sign-ups at once than can be hashed soon are refused in part: those of one account with TOO_MANY_REQUESTS, and reads and refreshes are still answered', async () => {
  const [user, reader] = [await app.signUp(), await app.signUp()];
  const begun = performance.now();
  const ends: number[] = [];
  const signUps = Array.from({ length: 30 * availableParallelism() }, () => signUp(PASSWORD));
  const count = 70 * availableParallelism();
  const flood = Array.from({ length: count }, async (_none, index) => {
    const answer = index % 2 ? app.login(user.email, PASSWORD) : app.login(newEmail(), PASSWORD);
    const { status, code, headers } = await answer;
    if (status === 429 || status === 503) ends.push(performance.now() - begun);
    return { code: code ?? String(status), retry: headers.get('retry-after') };
  });
  let reads = 0;
  const reading = (async () => {
    for (; ends.length < 2 || reads < 20; reads++) {
      const read = await app.get('/api/auth/user', { token: reader.token });
      expect(read.status).toBe(200);
    }
    expect((await app.refresh(reader.refresh_token)).status).toBe(200);
    return performance.now() - begun;
  })();
  const answers = await Promise.all(flood);
  const all = performance.now() - begun;
  const shed = answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS' || code === 'UNAVAILABLE');
  expect(shed.length).toBeGreaterThan(count / 4);
  expect(shed.every(({ retry }) => Number(retry) >= 1)).toBe(true);
  const codes = new Set(answers.map(({ code }) => code));
  expect([...codes].sort()).toEqual(['200', 'INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS', 'UNAVAILABLE']);
  expect(answers.filter(({ code }) => code === '200').length).toBeGreaterThan(0);
  // A refused sign-in does not wait for those before it: all refusals come before the last hash is finished.
  expect(Math.max(...ends)).toBeLessThan(all);
  expect(await reading).toBeLessThan(all);
  expectRefusedInPart(await Promise.all(signUps), '200');
  expect((await app.login(user.email, PASSWORD)).status).toBe(200);
  expect((await signUp(PASSWORD)).status).toBe(200);
}, 180_000);

it('more sign-ups at once than may wait for their scores are refused in part, and the next one is accepted', async () => {
  expectRefusedInPart(
    await Promise.all(Array.from({ length: 300 }, () => signUp('p4ssw0rd'.repeat(8)))),
    'WEAK_PASSWORD',
  );
  expect((await signUp(PASSWORD)).status).toBe(200);
}, 120_000);
