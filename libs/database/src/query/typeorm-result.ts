import { QueryResult } from 'typeorm';
import type { Result, Row } from '../sql-client.js';

/** A result as TypeORM's query runners return it. */
export function toTypeorm({ rows, affected }: Result, structured: boolean): QueryResult | Row[] {
  return structured ? Object.assign(new QueryResult(), { raw: rows, records: rows, affected }) : rows;
}

/** In place of TypeORM's way to begin a transaction, on which other requests' statements would run too. */
export function refuseTransaction(): Promise<void> {
  throw new Error('Transactions are opened with Database.transaction() only.');
}
