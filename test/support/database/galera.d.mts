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
