import { type Answer, countOutcomes } from '../support/http/http.js';
import { sendPipelined } from '../support/http/pipeline.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const REPEATS = 20;
/** The number of races at a time: a slow machine would refuse more sign-ups at once. */
const AT_ONCE = 5;
const GRACE_SECONDS = 10;
const REFRESH = '/api/auth/user/refresh';

const app = useApp();

const refreshTogether = (...tokens: string[]): Promise<Answer[]> =>
  sendPipelined(
    app.service.url,
    tokens.map((refresh_token) => ({ path: REFRESH, body: { refresh_token } })),
  );

/** The refresh tokens of one session, from the first to the newest. */
async function generations(count: number): Promise<string[]> {
  const tokens = [(await app.signUp()).refresh_token];
  for (let made = 1; made < count; made++) tokens.push((await app.refresh(tokens.at(-1))).json.refresh_token);
  return tokens;
}

async function repeat(work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < REPEATS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, work));
}

describe('a refresh token that was replaced three generations ago', () => {
  it.each([
    ['after', (old: string, newest: string) => [newest, old]],
    ['before', (old: string, newest: string) => [old, newest]],
  ])('is refused when it arrives in one TCP write %s the newest one', async (_when, order) => {
    const race = async () => {
      const [old = '', , , newest = ''] = await generations(4);
      const tokens = order(old, newest);
      const answers = await refreshTogether(...tokens);
      expect(answers[tokens.indexOf(old)]?.code).toBe('INVALID_REFRESH_TOKEN');
      expect((await app.refresh(newest)).code).toBe('INVALID_REFRESH_TOKEN');
    };
    await repeat(race);
  });

  it('is refused when it arrives on another connection at the same moment as the newest one', async () => {
    const race = async () => {
      const [old = '', , , newest = ''] = await generations(4);
      const [answer] = await Promise.all([app.refresh(old), app.refresh(newest)]);
      expect(answer?.code).toBe('INVALID_REFRESH_TOKEN');
    };
    await repeat(race);
  });

  it('is refused among the refreshes of many other sessions', async () => {
    const others = await Promise.all(Array.from({ length: 15 }, () => app.signUp()));
    const [old = '', , , newest = ''] = await generations(4);
    const tokens = [newest, ...others.map(({ refresh_token }) => refresh_token), old];
    const answers = await refreshTogether(...tokens);
    expect(countOutcomes(answers.slice(1, -1))).toEqual({ 200: others.length });
    expect(answers.at(-1)?.code).toBe('INVALID_REFRESH_TOKEN');
  });
});

describe('two tabs that refresh one session at the same moment', () => {
  it('both get tokens when the token in its grace period arrives before the current one', async () => {
    const race = async () => {
      const [previous = '', current = ''] = await generations(2);
      const answers = await refreshTogether(previous, current);
      expect(countOutcomes(answers)).toEqual({ 200: 2 });
      for (const { json } of answers) expect((await app.refresh(json.refresh_token)).status).toBe(200);
    };
    await repeat(race);
  });

  it('can refresh after the grace period with the token of the last answer', async () => {
    const [previous = '', current = ''] = await generations(2);
    const answers = await refreshTogether(previous, current);
    await app.advance(GRACE_SECONDS + 2);
    expect((await app.refresh(answers.at(-1)?.json.refresh_token)).status).toBe(200);
  });

  it('both get tokens for the same token, which rotates the session once', async () => {
    const race = async () => {
      const user: SignedUp = await app.signUp();
      const answers = await refreshTogether(user.refresh_token, user.refresh_token);
      expect(countOutcomes(answers)).toEqual({ 200: 2 });
      const rows = await app.sql('SELECT generation FROM sessions WHERE uid = ?', [user.uid]);
      expect(rows).toEqual([{ generation: 1 }]);
    };
    await repeat(race);
  });
});

it('a session that was ended after a theft is refused, and its user can sign in again', async () => {
  const [old = '', , newest = ''] = await generations(3);
  expect((await app.refresh(old)).code).toBe('INVALID_REFRESH_TOKEN');
  expect((await app.refresh(newest)).code).toBe('INVALID_REFRESH_TOKEN');
  const [row] = await app.sql(
    'SELECT u.email, s.end_reason FROM users u JOIN sessions s ON s.uid = u.uid WHERE s.session_id = ?',
    [JSON.parse(Buffer.from(old.split('.')[1] ?? '', 'base64url').toString()).sid],
  );
  expect(row?.end_reason).toBe('stolen');
  expect((await app.login(String(row?.email), PASSWORD)).status).toBe(200);
});
