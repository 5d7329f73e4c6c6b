export { problemOfText, readCsv } from './csv-file.js';
export { ColumnNames, type Expected, Fields, wrongShape, wrongValue } from './fields.js';
export { type Line, LineSplitter, MAX_LINE_BYTES, type RawRecord, withoutMark } from './json-file.js';
export { CSV_FIELDS, csvValueOf, isCsvField } from './products/csv.js';
export { parseFirebaseHashConfig } from './products/firebase.js';
export {
  type FirebaseHashConfig,
  type IdentityFields,
  isRpId,
  type LeftOut,
  type Omission,
  omission,
  type Part,
  passwordOmission,
  providerFinder,
  SOURCE_OF_OPTION,
  type Source,
  type SourceOptions,
  type UserFields,
  type WithoutPassword,
} from './source.js';
export { readRecords, SOURCES, type SourceFile } from './sources.js';
