/** The parts of the Web Locks API that the client uses. */
export class Locks {
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

  async query(): Promise<{ held: { name: string }[] }> {
    return { held: [...this.queues].filter(([, queue]) => queue.length > 0).map(([name]) => ({ name })) };
  }
}

type Listener = (event: object) => void;

/** The tabs of one browser, in one process: each client is a tab. */
export class FakeTabs {
  private readonly defined: string[] = [];
  private readonly listeners = new Map<string, Listener[]>();
  private readonly channels = new Set<{ onmessage?: Listener }>();
  /** What any tab has stored. */
  readonly stored = new Map<string, string>();

  /** Messages that wait for their delivery, while a test holds them back. */
  held: (() => void)[] | undefined;

  /** @param locks null for browsers without Web Locks */
  constructor(locks: Locks | null = new Locks()) {
    const { channels, stored } = this;
    const deliver = (work: () => void) => (this.held ? this.held.push(work) : setTimeout(work));
    this.define('document', {});
    this.define('location', { href: 'https://app.example.com/', origin: 'https://app.example.com' });
    this.define('navigator', { locks: locks ?? undefined });
    this.define('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    this.define('addEventListener', (type: string, listener: Listener) => {
      this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
    });
    this.define(
      'BroadcastChannel',
      class {
        onmessage?: Listener;
        constructor() {
          channels.add(this);
        }
        postMessage(data: unknown): void {
          for (const channel of channels) if (channel !== this) deliver(() => channel.onmessage?.({ data }));
        }
      },
    );
  }

  define(name: string, value: unknown): void {
    this.defined.push(name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }

  /** Delivers the messages that were held back. */
  deliver(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const work of held) work();
  }

  fire(type: string, event: object): void {
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }

  close(): void {
    for (const name of this.defined) Reflect.deleteProperty(globalThis, name);
  }
}

/** Shortens the pauses of the client, and returns their lengths. */
export function withoutPauses(): (number | undefined)[] {
  const [pauses, setTimeout] = [[] as (number | undefined)[], globalThis.setTimeout];
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((work, pause) => {
    pauses.push(pause);
    return setTimeout(work);
  });
  return pauses;
}
