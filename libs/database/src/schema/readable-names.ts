import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Names foreign keys as the SQL files do, such as `sessions_uid_fk`, and not by a hash. */
export class ReadableNames extends DefaultNamingStrategy {
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fk`;
  }
}
