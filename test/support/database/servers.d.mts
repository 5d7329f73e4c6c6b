/** A server for tests, where there is one. */
export interface DatabaseServer {
  url: string;
  stop(): Promise<void>;
}

export function findMysql(): Promise<DatabaseServer | undefined>;

/** A private server can also be stopped and started again, with its data. */
export function startPrivate(how?: {
  durable?: boolean;
  options?: string[];
}): Promise<(DatabaseServer & { restart(): Promise<void> }) | undefined>;

export function findPostgres(): Promise<DatabaseServer | undefined>;

/** A private PostgreSQL can also be ended like by a crash, and started again. */
export interface PrivatePostgres extends DatabaseServer {
  readonly port: number;
  restart(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** A server that follows this one: this one confirms no commit before it. @param port of a server that has ended */
  standby(port?: number): Promise<PrivatePostgres>;
  /** Makes the primary of a standby. */
  promote(): Promise<void>;
}

export function startPrivatePostgres(how?: {
  durable?: boolean;
  options?: string[];
  files?: Record<string, string>;
}): Promise<PrivatePostgres | undefined>;

/** Creates and migrates a database; the returned function drops it. */
export function createTemplate(server: string, name: string): Promise<() => Promise<void>>;

export interface Node {
  readonly port: number;
  /** Its socket is this path with the ending `.sock`. */
  readonly home: string;
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  status(name: string): Promise<string>;
}

export class Galera {
  static start(size?: number): Promise<Galera>;
  readonly nodes: Node[];
  createDatabase(name: string): Promise<string>;
  kill(index: number): Promise<void>;
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
}
