import { createDatabase, DATABASE, type Row, type TestDatabase } from '../database/database.js';
import type { Answer, Call } from '../http/http.js';
import { Service, type Settings } from './service.js';

/** The first admin token of every app, with all scopes. */
export const ADMIN_TOKEN = 'adm_first-token-of-the-tests-0123456789';

export const PASSWORD = 'correct horse battery staple';

/** A user that a test has made, signed in. */
export interface SignedUp {
  uid: string;
  email: string;
  password: string;
  token: string;
  refresh_token: string;
  expiry: number;
}

let counter = 0;

/** An email that no other test uses. */
export function newEmail(): string {
  counter += 1;
  return `user${counter}.${process.pid}@example.com`;
}

/** A service with scripts of a test has a process of its own. */
function start(settings: Settings, preloads?: string[]): Promise<Service> {
  return preloads ? Service.start(settings, preloads) : Service.startShared(settings);
}

/** The running service with its own database. */
export class App {
  service!: Service;
  database!: TestDatabase;
  private settings: Settings = {};
  private readonly replicas: Service[] = [];

  /** @param preloads names of scripts in `preloads` that Node loads before the service */
  static async start(settings: Settings = {}, preloads?: string[]): Promise<App> {
    const app = new App();
    await app.open(settings, preloads);
    return app;
  }

  /** Starts the service for an object that exists already. */
  async open(settings: Settings = {}, preloads?: string[]): Promise<void> {
    this.database = await createDatabase({ migrated: true });
    this.settings = { DATABASE_URL: this.database.url, ADMIN_TOKEN, ...settings };
    this.service = await start(this.settings, preloads);
  }

  /** Another process of the service on the same database. `stop()` ends it, too. */
  async replica(settings: Settings = {}, preloads?: string[]): Promise<Service> {
    const replica = await start({ ...this.settings, ...settings }, preloads);
    this.replicas.push(replica);
    return replica;
  }

  get(path: string, call?: Call): Promise<Answer> {
    return this.service.call('GET', path, call);
  }

  post(path: string, body?: unknown, call?: Call): Promise<Answer> {
    return this.service.call('POST', path, { body, ...call });
  }

  put(path: string, body?: unknown, call?: Call): Promise<Answer> {
    return this.service.call('PUT', path, { body, ...call });
  }

  patch(path: string, body?: unknown, call?: Call): Promise<Answer> {
    return this.service.call('PATCH', path, { body, ...call });
  }

  delete(path: string, call?: Call): Promise<Answer> {
    return this.service.call('DELETE', path, call);
  }

  /** A call of the admin API, with the first token by default. */
  admin(method: string, path: string, body?: unknown, token: string = ADMIN_TOKEN): Promise<Answer> {
    return this.service.call(method, `/api/admin${path}`, { token, body });
  }

  /** Another admin token with these scopes. */
  async adminToken(scopes: string[], more: Record<string, unknown> = {}): Promise<{ id: string; token: string }> {
    return (await this.admin('POST', '/tokens', { name: scopes.join(), scopes, ...more })).ok().json;
  }

  /** The events of a user, oldest first. */
  async events(uid: string): Promise<Record<string, unknown>[]> {
    return (await this.admin('GET', `/events?uid=${uid}&limit=200`)).json.events;
  }

  login(email: string, password: string): Promise<Answer> {
    return this.post('/api/auth/user/login', { email, password });
  }

  refresh(refresh_token: unknown): Promise<Answer> {
    return this.post('/api/auth/user/refresh', { refresh_token });
  }

  /** Opens a mailed link, or sends a request of another method to it. */
  follow(link: string, method = 'GET'): Promise<Answer> {
    const { pathname, search } = new URL(link);
    return this.service.call(method, pathname + search);
  }

  /** A new user, signed in. */
  async signUp(more: Record<string, unknown> = {}): Promise<SignedUp> {
    const email = newEmail();
    const answer = (
      await this.post('/api/auth/user/create', {
        email,
        password: PASSWORD,
        login: true,
        ...more,
      })
    ).ok();
    return { email, password: PASSWORD, ...answer.json };
  }

  /** Disables a user like an administrator. */
  async disable(uid: string): Promise<void> {
    await this.admin('PATCH', `/users/${uid}`, { active: false });
  }

  async enable(uid: string): Promise<void> {
    await this.admin('PATCH', `/users/${uid}`, { active: true });
  }

  /** Proves the address of a user, like an administrator who has checked it. */
  async prove(uid: string): Promise<void> {
    await this.admin('PATCH', `/users/${uid}`, { email_verified: true });
  }

  sql(statement: string, values?: unknown[]): Promise<Row[]> {
    return this.database.sql(statement, values);
  }

  advance(seconds: number): Promise<void> {
    return this.service.advance(seconds);
  }

  /** The statements that wait for a lock of another transaction, on a database that locks rows. */
  async waitingStatements(): Promise<string[]> {
    const [mysql, postgres] = [
      // The list of transactions may be old, and have one of an earlier test: its connection sleeps by now.
      `SELECT info AS text FROM information_schema.innodb_trx JOIN information_schema.processlist
        ON id = trx_mysql_thread_id WHERE trx_state = 'LOCK WAIT' AND db = DATABASE() AND command <> 'Sleep'`,
      `SELECT query AS text FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND wait_event_type = 'Lock'`,
    ];
    return (await this.sql(DATABASE === 'mysql' ? mysql : postgres)).map(({ text }) => String(text));
  }

  /** Waits until a statement of the service is waiting for a row that `database.hold` has locked. */
  async untilStatementWaits(count = 1): Promise<void> {
    const wait = (pause?: number) =>
      this.service.until(async () => (await this.waitingStatements()).length >= count, pause);
    if (DATABASE === 'mysql') {
      // InnoDB updates its list only for a query that comes at least 100 ms after the one before.
      const pause = 150;
      await new Promise((next) => setTimeout(next, pause));
      return wait(pause);
    }
    if (DATABASE === 'postgres') return wait();
    // SQLite does not show waiting connections: these requests give the event loop of the service time to get there. They end
    // early on a busy machine, because the service tries for about three seconds to get the lock.
    const end = Date.now() + 1_000;
    for (let turn = 0; turn < 60 && Date.now() < end; turn++) await this.get('/health/live');
  }

  async stop(): Promise<void> {
    await Promise.all([this.service, ...this.replicas].map((service) => service?.stop()));
    await this.database?.drop();
  }
}

/** The service with these settings, started before the tests of a file or of a `describe`, and stopped after them. */
export function useApp(settings: Settings | (() => Settings) = {}, preloads?: string[]): App {
  const app = new App();
  beforeAll(() => app.open(typeof settings === 'function' ? settings() : settings, preloads));
  afterAll(() => app.stop());
  return app;
}
