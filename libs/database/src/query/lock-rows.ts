import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/**
 * Locks the rows that a query finds until the end of the transaction. MySQL then reads their newest state, where it may otherwise
 * read an older one. SQLite needs no lock: it runs one transaction at a time.
 */
export function lockRows<T extends ObjectLiteral>(query: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
  return query.dataSource.options.type === 'mysql' ? query.setLock('pessimistic_write') : query;
}
