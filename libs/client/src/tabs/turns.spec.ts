import { FakeService } from '../../test/fake-service.js';
import { createClient } from '../index.js';
import { Turns } from './turns.js';

/** Web Locks as the standard has them, as far as they are used. */
class Locks {
  private readonly queues = new Map<string, Promise<unknown>[]>();

  request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.at(-1) as (lock: object | null) => Promise<unknown>;
    const queue = this.queues.get(name) ?? [];
    if (rest.length > 1 && queue.length > 0) return work(null);
    const turn = Promise.allSettled(queue).then(() => work({}));
    const done = () => {
      queue.shift();
    };
    this.queues.set(name, queue);
    queue.push(turn);
    turn.then(done, done);
    return turn;
  }
}

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

const MADE_UP = ['navigator', 'document', 'addEventListener', 'BroadcastChannel'];

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** As in a page, whose tabs hear nothing of each other. */
function withLocks(locks: Locks | undefined): void {
  define('document', {});
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
  for (const name of MADE_UP) Reflect.deleteProperty(globalThis, name);
});

describe.each([
  ['with locks', new Locks()],
  ['without locks', undefined],
])('%s', (_what, locks) => {
  beforeEach(() => withLocks(locks));

  it('one piece of work follows the other, also after one that failed', async () => {
    const turns = new Turns('name', true);
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await pause(5);
      steps.push(`${name} ends`);
      throw new Error(name);
    };
    await Promise.allSettled(['a', 'b'].map((name) => turns.take(work(name))));
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    await expect(turns.take(work('c'))).rejects.toThrow('c');
  });
});

it('tells who had to wait for another tab', async () => {
  withLocks(new Locks());
  const waited = ['a', 'b'].map(() => new Turns('name', true).take(async (hadTo) => hadTo));
  expect(await Promise.all(waited)).toEqual([false, true]);
});

it('leaves the locks of a storage of its own to others', async () => {
  withLocks(new Locks());
  const waited = ['a', 'b'].map(() => new Turns('name', false).take(async (hadTo) => hadTo));
  expect(await Promise.all(waited)).toEqual([false, false]);
});

it('leaves the locks of a server, whose clients are of many users, to others', async () => {
  define('navigator', { locks: new Locks() });
  const waited = ['a', 'b'].map(() => new Turns('name', true).take(async (hadTo) => hadTo));
  expect(await Promise.all(waited)).toEqual([false, false]);
});

it.each([20, 100])(
  'lets a tab refresh only when it sees what the one before it has written, %i ms late',
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
