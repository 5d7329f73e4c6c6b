/** A server for tests, where there is one. */
export interface MysqlServer {
  url: string;
  stop(): Promise<void>;
}

export function findMysql(): Promise<MysqlServer | undefined>;

/** A private server can also be stopped and started again, with its data. */
export function startPrivate(how?: {
  durable?: boolean;
  options?: string[];
}): Promise<(MysqlServer & { restart(): Promise<void> }) | undefined>;

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
