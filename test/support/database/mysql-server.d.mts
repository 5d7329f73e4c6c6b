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
