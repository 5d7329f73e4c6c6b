import { type Answer, countOutcomes, expectFailure, sendPipelined } from '../support/http/http.js';
import { PASSWORD, type SignedUp, useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const app = useApp();

describe('a replay', () => {
  const REPEATS = 20;
  /** The number of races at a time: a slow machine would refuse more sign-ups at once. */
  const AT_ONCE = 5;
  const REFRESH = '/api/auth/user/refresh';

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
});

describe('a rotation', () => {
  const rotate = async (refresh_token: string): Promise<string> => {
    const answer = await app.refresh(refresh_token);
    expect(answer.status).toBe(200);
    return answer.json.refresh_token;
  };
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

  describe('the refresh token before the newest', () => {
    it('is accepted from many tabs at once, and rotates the session once', async () => {
      const { refresh_token } = await app.signUp();
      const answers = await Promise.all(Array.from({ length: 8 }, () => app.refresh(refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      for (const { json } of answers) expect(claimsOf(json.refresh_token).gen).toBe(1);
      await rotate((answers[3] as Answer).json.refresh_token);
    });
  });

  describe('with REFRESH_GRACE=0', () => {
    let strict: Service;
    beforeAll(async () => {
      strict = await app.replica({ REFRESH_GRACE: '0' });
    });
    afterAll(() => strict.stop());
    const refresh = (refresh_token: string) =>
      strict.call('POST', '/api/auth/user/refresh', { body: { refresh_token } });
    /** A user who signs in at this process, whose clock has not been set forward. */
    const signUp = async (): Promise<SignedUp> => {
      const { email } = await app.signUp();
      return (await strict.call('POST', '/api/auth/user/login', { body: { email, password: PASSWORD } })).json;
    };

    it('a replaced refresh token counts as stolen at once', async () => {
      const { refresh_token } = await signUp();
      const second = (await refresh(refresh_token)).json.refresh_token;
      expectFailure(await refresh(refresh_token), 'INVALID_REFRESH_TOKEN');
      expectFailure(await refresh(second), 'INVALID_REFRESH_TOKEN');
    });

    it('one of many refreshes with the same token at once succeeds', async () => {
      const { refresh_token } = await signUp();
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(refresh_token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers) if (answer.status !== 200) expectFailure(answer, 'INVALID_REFRESH_TOKEN');
    });
  });
});
