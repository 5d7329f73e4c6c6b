import { Env } from '@app/config';
import { Clock, type Database } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import type { EventLog } from '@app/events';
import { RateLimits } from '@app/limits';
import type { SignInAddresses } from '@app/users';
import { LoginThrottle } from './login-throttle.js';

const DEFAULTS = new Env({ NODE_ENV: 'test', AUTH_SECRET: 'a secret for tests, long enough to be one' });
const EMAIL = 'ann@example.com';
const KNOWN = '203.0.113.1';

describe('LoginThrottle', () => {
  let limits: RateLimits;
  let throttle: LoginThrottle;
  let lookups: number;
  const start = (rateLimit: boolean) => {
    lookups = 0;
    limits = new RateLimits({ ...DEFAULTS, rateLimit } as Env, new Clock());
    const isKnown = async (_email: string, address: string) => {
      lookups += 1;
      return address === KNOWN;
    };
    throttle = new LoginThrottle(limits, { isKnown } as SignInAddresses, {} as Database, {} as EventLog);
  };
  beforeEach(() => start(true));
  afterEach(() => limits.onApplicationShutdown());

  const fail = (code: ErrorCode) => async () => {
    throw new ApiError(code);
  };
  const codeOf = (error: unknown) => (error as ApiError).code;
  const login = (ip: string, attempt: () => Promise<unknown>, email = EMAIL) =>
    throttle.login(email, ip, attempt).then(() => 'ok', codeOf);
  /** The outcomes of so many tries, one after the other. */
  async function outcomes(count: number, work: (index: number) => Promise<unknown>): Promise<unknown[]> {
    const all = [];
    for (let index = 0; index < count; index++) all.push(await work(index));
    return all;
  }
  const stranger = (index: number) => `198.51.${index >> 8}.${index & 255}`;
  const attack = () => outcomes(100, (index) => login(stranger(index), fail('INVALID_CREDENTIALS')));

  it('refuses the 11th wrong password of one client address', async () => {
    const tries = await outcomes(11, () => login(stranger(0), fail('INVALID_CREDENTIALS')));
    expect(tries).toEqual([...Array(10).fill('INVALID_CREDENTIALS'), 'TOO_MANY_REQUESTS']);
    expect(await login(stranger(0), async () => undefined)).toBe('TOO_MANY_REQUESTS');
  });

  it.each(['UNAVAILABLE', 'INTERNAL_ERROR'] as const)('does not count a login that fails with %s', async (code) => {
    expect(await outcomes(15, () => login(stranger(0), fail(code)))).toEqual(Array(15).fill(code));
  });

  it('refuses strangers after 100 wrong passwords from everywhere, but no known address', async () => {
    await attack();
    expect(await login(stranger(200), async () => undefined)).toBe('TOO_MANY_REQUESTS');
    expect(await login(KNOWN, async () => undefined)).toBe('ok');
  });

  it('does not count the failed logins of a known address for everywhere', async () => {
    await outcomes(10, () => login(KNOWN, fail('INVALID_CREDENTIALS')));
    expect(await attack()).toEqual(Array(100).fill('INVALID_CREDENTIALS'));
  });

  it('gives the count of the client address back when the count of everywhere refuses', async () => {
    await attack();
    await outcomes(15, () => login(stranger(200), async () => undefined));
    await throttle.reset(EMAIL);
    const tries = await outcomes(10, () => login(stranger(200), fail('INVALID_CREDENTIALS')));
    expect(tries).toEqual(Array(10).fill('INVALID_CREDENTIALS'));
  });

  it('does not look addresses up for a locked client address, nor when limits are off', async () => {
    await outcomes(15, () => login(stranger(0), fail('INVALID_CREDENTIALS')));
    expect(lookups).toBe(10);
    limits.onApplicationShutdown();
    start(false);
    expect(await login(stranger(0), async () => undefined)).toBe('ok');
    expect(lookups).toBe(0);
  });

  it('refuses the 11th wrong old password', async () => {
    const guess = () => throttle.oldPassword('uid', fail('INVALID_PASSWORD')).catch(codeOf);
    expect(await outcomes(11, guess)).toEqual([...Array(10).fill('INVALID_PASSWORD'), 'TOO_MANY_REQUESTS']);
  });

  it('refuses the 6th change of address, and counts those that meet an existing account', async () => {
    const change = (attempt: () => Promise<boolean>) => throttle.emailChange('uid', attempt).catch(codeOf);
    const outcome = [
      ...(await outcomes(3, () => change(async () => true))),
      ...(await outcomes(3, () => change(fail('EMAIL_ALREADY_IN_USE')))),
    ];
    expect(outcome).toEqual([true, true, true, 'EMAIL_ALREADY_IN_USE', 'EMAIL_ALREADY_IN_USE', 'TOO_MANY_REQUESTS']);
  });

  it('does not count an update that changes no address', async () => {
    const change = (attempt: () => Promise<boolean>) => throttle.emailChange('uid', attempt).catch(codeOf);
    expect(await outcomes(10, () => change(async () => false))).toEqual(Array(10).fill(false));
    expect(await outcomes(10, () => change(fail('INVALID_EMAIL')))).toEqual(Array(10).fill('INVALID_EMAIL'));
  });
});
