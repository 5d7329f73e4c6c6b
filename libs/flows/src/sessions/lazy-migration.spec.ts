import type { SignInService, UserPasswords } from '@app/users';
import type { MigrationSource } from './lazy-migration.js';
import { LazyMigration } from './lazy-migration.js';

const TIMEOUT_MS = 30;
/** What the queries around a question take. */
const QUERIES_MS = 15;
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/** The milliseconds of a refused login while the earlier system is silent. */
async function timeOf(failure: 'unknown_email' | 'wrong_password'): Promise<number> {
  const signIns = { authenticate: async () => ({ failure, uid: null }) } as unknown as SignInService;
  const source = { timeoutMs: TIMEOUT_MS, ask: () => after(TIMEOUT_MS, undefined) } as unknown as MigrationSource;
  const passwords = { stateOf: () => after(QUERIES_MS, 'first') } as unknown as UserPasswords;
  const parts = [{}, signIns, source, {}, {}, passwords, {}] as unknown as ConstructorParameters<typeof LazyMigration>;
  const begun = performance.now();
  await new LazyMigration(...parts).authenticate('ada@example.com', 'wrong');
  return performance.now() - begun;
}

it.each(['unknown_email', 'wrong_password'] as const)(
  'a refused login (%s) takes longer than a question to a silent earlier system, and the queries before it',
  async (failure) => {
    expect(await timeOf(failure)).toBeGreaterThan(TIMEOUT_MS + QUERIES_MS + 10);
  },
);
