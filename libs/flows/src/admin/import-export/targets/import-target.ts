import type { ImportError } from '../rows/import-errors.js';
import type { Row } from '../rows/import-rows.js';

/** What an import does with rows that were read without an error. */
export interface ImportTarget {
  /** Returns the rows that failed. @throws {ApiError} NOT_AUTHENTICATED */
  settle(rows: Row[]): Promise<ImportError[]>;
  /** How many rows were imported before, by the import that this one continues. */
  readonly already: number;
  close(): void;
}
