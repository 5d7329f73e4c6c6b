import { CSV_FIELDS, CSV_VALUE } from './csv.js';

/** The only source for which an option has a meaning. */
export const SOURCE_OF_OPTION = { map: 'csv', hashConfig: 'firebase', rpId: 'kratos' } as const;

const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;

/** Whether a column of a table can fill this field. */
export function isCsvField(field: string): boolean {
  return CSV_FIELDS.includes(field) || CSV_VALUE.test(field);
}

/** Whether a text is a host name in lower case, as relying party ids are. */
export function isRpId(text: string): boolean {
  return HOST.test(text);
}
