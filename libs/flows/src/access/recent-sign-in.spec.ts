import type { CallerIdentity } from '@app/auth';
import type { ApiError } from '@app/errors';
import { RecentSignIn } from './recent-sign-in.js';

const NOW = 1_800_000_000;
const SESSION = { acr: 'aal2', authTime: NOW, factorTime: NOW, parentId: null };

/** The rule with this limit of age, for a session that was just proved by two factors. */
function ruleOf(reauthMaxAge: number, needsFactor: boolean): RecentSignIn {
  const sessions = { find: async () => SESSION, isAlive: async () => true };
  const methods = { toReauthenticate: async () => ['password'], needsFactor: async () => needsFactor };
  const clock = { now: () => NOW };
  const parts = [{ reauthMaxAge }, clock, sessions, {}, methods, {}] as unknown[];
  return new RecentSignIn(...(parts as ConstructorParameters<typeof RecentSignIn>));
}

const callerWith = (claims: object) => ({ uid: 'u', sessionId: 's', claims }) as CallerIdentity;

describe.each([0, 600])('with REAUTH_MAX_AGE=%i', (maxAge) => {
  it.each([false, true])(
    'an administrator who acts as the user is never recent: factor needed %s',
    async (needsFactor) => {
      const user = { uid: 'u' } as never;
      const rule = ruleOf(maxAge, needsFactor);
      await expect(rule.require(callerWith({}), user)).resolves.toBeUndefined();
      const administrator = callerWith({ act: { sub: 'adm_1', name: 'Support' } });
      const refused = await rule.require(administrator, user).catch((error: unknown) => error);
      expect((refused as ApiError).code).toBe('REAUTHENTICATION_REQUIRED');
      // The password does not help a user with a second factor, so the message names none.
      expect((refused as ApiError).message).not.toMatch(/password/i);
    },
  );
});
