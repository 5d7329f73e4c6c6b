import { FakeService } from '../../test/fake-service.js';
import { Locks } from '../../test/fake-tabs.js';
import { createClient } from '../index.js';
import { TabLock } from './tabs.js';

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

const SIMULATED = ['navigator', 'document', 'location', 'addEventListener', 'BroadcastChannel'];

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** Simulates a page whose tabs get no events of each other. */
function withLocks(locks: Locks | undefined): void {
  define('document', {});
  define('location', {});
  define('navigator', { locks });
  define('addEventListener', jest.fn());
  define(
    'BroadcastChannel',
    class {
      readonly postMessage = jest.fn();
    },
  );
}

afterEach(() => {
  for (const name of SIMULATED) Reflect.deleteProperty(globalThis, name);
});

describe.each([
  ['with Web Locks', new Locks()],
  ['without Web Locks', undefined],
])('TabLock %s', (_what, locks) => {
  beforeEach(() => withLocks(locks));

  it('runs one piece of work after the other, also after a failed one', async () => {
    const lock = new TabLock('name', true);
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await pause(5);
      steps.push(`${name} ends`);
      throw new Error(name);
    };
    await Promise.allSettled(['a', 'b'].map((name) => lock.run(work(name))));
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    await expect(lock.run(work('c'))).rejects.toThrow('c');
  });
});

it('TabLock passes true to work that waited for another tab', async () => {
  withLocks(new Locks());
  const waited = ['a', 'b'].map(() => new TabLock('name', true).run(async (hadTo) => hadTo));
  expect(await Promise.all(waited)).toEqual([false, true]);
});

it('TabLock uses no Web Locks if the storage is not shared', async () => {
  withLocks(new Locks());
  const waited = ['a', 'b'].map(() => new TabLock('name', false).run(async (hadTo) => hadTo));
  expect(await Promise.all(waited)).toEqual([false, false]);
});

it('TabLock uses no Web Locks on a server', async () => {
  define('navigator', { locks: new Locks() });
  const waited = ['a', 'b'].map(() => new TabLock('name', true).run(async (hadTo) => hadTo));
  expect(await Promise.all(waited)).toEqual([false, false]);
});

it.each([20, 100])(
  'a tab does not refresh again when the write of another tab becomes visible after %i ms',
  async (late) => {
    withLocks(new Locks());
    const service = await FakeService.start();
    service.life = 0;
    let [stored, shown] = ['', ''];
    const setItem = (_key: string, value: string) => {
      stored = value;
      setTimeout(() => {
        shown = value;
      }, late);
    };
    const one = createClient({ baseUrl: service.url, storage: { getItem: () => stored, setItem } });
    const other = createClient({ baseUrl: service.url, storage: { getItem: () => shown, setItem } });
    await one.signIn('ada@example.com', 'x');
    await pause(late + 30);
    service.life = 900;
    const [first, second] = await Promise.all([one.accessToken(), other.accessToken()]);
    expect([second, service.count('POST /api/auth/user/refresh')]).toEqual([first, 1]);
    await service.stop();
  },
);
