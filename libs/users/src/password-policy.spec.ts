import { Env } from '@app/config';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { BreachedPasswords } from './breached-passwords.js';
import type { PasswordScorer } from './password-policy.js';
import { PasswordPolicy } from './password-policy.js';
import run from './zxcvbn.worker.js';

const SECRET = 'a secret for tests, long enough to be one';
const BREACHED = ['fr\u00fch plover quince', 'gusty plover quince', 'short', 'password1'];
const EMAIL = 'ada.lovelace@example.com';

/** A policy that runs the code of the scoring thread on this thread. */
function policy(settings: Record<string, string> = {}): PasswordPolicy {
  const scorer: Pick<PasswordScorer, 'score'> = {
    score: async (_account, job) =>
      run({ ...job, requestedAt: Date.now(), maxWaitMs: 60_000 }) as NonNullable<ReturnType<typeof run>>,
  };
  const breached: Pick<BreachedPasswords, 'has'> = { has: async (password) => BREACHED.includes(password) };
  const env = new Env({ NODE_ENV: 'test', AUTH_SECRET: SECRET, ...settings });
  return new PasswordPolicy(env, scorer as PasswordScorer, breached as BreachedPasswords);
}

/** The message of the refusal; undefined when the password is accepted. */
function refusal(password: string, checked = policy()): Promise<string | undefined> {
  return checked.check(password, EMAIL).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const listed = dictionary['passwords-common'].filter((entry) => [...entry].length >= 8);

async function passing(count: number, write: (password: string) => string, score: string): Promise<string[]> {
  const checked = policy({ PASSWORD_MIN_SCORE: score });
  const passed: string[] = [];
  for (const password of listed.slice(0, count).map(write)) {
    if ((await refusal(password, checked)) === undefined) passed.push(password);
  }
  return passed;
}

describe('a common password', () => {
  it.each([
    ['0', 10_000],
    ['1', 10_000],
  ])('is refused with PASSWORD_MIN_SCORE=%s: each of the first %i listed', async (score, count) => {
    expect(await passing(count, (password) => password, score)).toEqual([]);
    expect(await passing(count, (password) => password.toUpperCase(), score)).toEqual([]);
  });

  it.each(['welcome1', 'microsoft', 'Password1!', 'PASSWORD'])('is refused with advice: %s', async (password) => {
    expect(await refusal(password)).toMatch(/too easy to guess.*common.*Add/);
    expect(await refusal(password, policy({ PASSWORD_MIN_SCORE: '0' }))).toMatch(/too easy to guess.*common.*Add/);
  });
});

describe('the length of a password', () => {
  const settings = { PASSWORD_MIN_SCORE: '0' };

  it('is that of its characters, however they are written', async () => {
    const sevenOf = 'ü-ö-ä-é'.normalize('NFD');
    expect(await refusal(sevenOf, policy(settings))).toMatch(/at least 8 characters/);
    expect(await refusal(`${sevenOf}-`, policy(settings))).toBeUndefined();
    const most = 'üöäéñçåî'.repeat(32).normalize('NFD');
    expect(await refusal(most, policy(settings))).toBeUndefined();
    expect(await refusal(`${most}x`, policy(settings))).toMatch(/at most 256 characters/);
  });
});

it('a password is looked up in breaches as it is hashed', async () => {
  const checked = policy({ PASSWORD_MIN_SCORE: '0' });
  expect(await refusal('fr\u00fch plover quince', checked)).toMatch(/data breach/);
  expect(await refusal('fru\u0308h plover quince', checked)).toMatch(/data breach/);
});

it('a password is not the name of the service or the email, however they are written', async () => {
  const checked = policy({ PASSWORD_MIN_SCORE: '0', APP_NAME: 'Frühstück Portal'.normalize('NFD') });
  expect(await refusal('frühstück portal', checked)).toMatch(/must not be the email/);
  const ofEmail = checked.check('Lena@Bücher.example', 'lena@xn--bcher-kva.example');
  await expect(ofEmail).rejects.toThrow(/must not be the email/);
});

describe('a name that an attacker knows', () => {
  const settings = { PASSWORD_MIN_SCORE: '0', APP_NAME: 'Vx7 Qpw9 Portal' };

  it.each([EMAIL, EMAIL.toUpperCase(), 'ada.lovelace', ' Ada.Lovelace ', 'vx7 qpw9 portal', '\tVX7 QPW9 PORTAL '])(
    'is refused as a password also with PASSWORD_MIN_SCORE=0: "%s"',
    async (password) => {
      expect(await refusal(password, policy(settings))).toMatch(/must not be/);
    },
  );

  it('is accepted as a part of a longer password', async () => {
    expect(await refusal('vx7 qpw9 portal plover', policy(settings))).toBeUndefined();
  });

  it('counts as a guessable word', async () => {
    const strict = (APP_NAME: string) => policy({ PASSWORD_MIN_SCORE: '2', APP_NAME });
    expect(await refusal('wq7zkpx1', strict('Wq7zkpx'))).toBeDefined();
    expect(await refusal('wq7zkpx1', strict('Acme'))).toBeUndefined();
  });
});

describe('a breached password', () => {
  it('is refused when the other rules accept it', async () => {
    expect(await refusal('gusty plover quince')).toMatch(/has appeared in a data breach/);
    expect(await refusal('gusty plover quince!')).toBeUndefined();
  });

  it('is refused by the other rules first', async () => {
    expect(await refusal('short')).toMatch(/at least 8/);
    expect(await refusal('password1')).toMatch(/too easy to guess/);
  });
});
