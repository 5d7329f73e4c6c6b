import type { ColumnNames } from './column-names.js';
import type { Fields } from './fields.js';
import type { LeftOut, Part } from './part.js';

/** The parameters of a Firebase project, without which nothing can check its hashes. */
export interface FirebaseHashConfig {
  signerKey: string;
  saltSeparator: string;
  rounds: number;
  memCost: number;
}

export interface SourceOptions {
  /** The columns of a CSV file, by the fields that they fill. */
  columns: ReadonlyMap<string, string>;
  /** Whether a column that is not among them is not read. Otherwise the name of a column can be that of its field. */
  onlyMapped?: boolean;
  firebase?: FirebaseHashConfig;
  /** The relying party id for which the passkeys of the source were made. */
  rpId?: string;
}

/** How a product writes CSV that is not RFC 4180. */
export interface OwnForm {
  /** Whether a row has all its fields. */
  isWhole(fields: number): boolean;
  /** Reads a line that has quotes; undefined for one that this form cannot have, or that has two meanings. */
  readLine(line: string): string[] | undefined;
}

/** A product from which users come, or a form of file. */
export interface Source {
  /** The keys of a JSON document whose lists have the records. */
  lists?: readonly string[];
  /** The columns of a CSV file without a header. */
  header?: readonly string[];
  /** How the product writes such a file, where that is not RFC 4180. */
  ownForm?: OwnForm;
  /** @throws {ApiError} INVALID_REQUEST for a CSV file whose records could not be imported */
  checkHeader?(names: ColumnNames, options: SourceOptions): void;
  /** Fields that no other product writes: each record, or the header of a CSV file, has one of them at least. */
  marks?: readonly string[];
  /** Whether two files may have the same user: then the values of the later record replace those of the earlier one. */
  joins?: boolean;
  /**
   * Reads a record; undefined for one that says nothing of a user.
   * @param list the key of the list that has the record, if there is one
   * @throws {ApiError} for a record that cannot be imported
   */
  convert(record: Fields, options: SourceOptions, list?: string): Part | LeftOut | undefined;
}
