import type { Fields } from '../record/fields.js';
import type { IdentityFields } from '../record/part.js';

/** The providers in the order of their four columns: before the times of the user, and after. */
const BEFORE = ['google.com', 'facebook.com', 'twitter.com', 'github.com'];
const AFTER = ['apple.com', 'microsoft.com', 'gc.apple.com', 'playgames.google.com', 'linkedin.com', 'yahoo.com'];

const columnsOf = (provider: string) =>
  ['rawId', 'email', 'displayName', 'photoUrl'].map((name) => `${provider}:${name}`);

/** The columns of the CSV file, which has no header. */
export const FIREBASE_COLUMNS = [
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl'],
  ...BEFORE.flatMap(columnsOf),
  ...['createdAt', 'lastLoginAt', 'phoneNumber', 'disabled', 'customAttributes'],
  ...AFTER.flatMap(columnsOf),
];

/** The fields to the last one that every row has, and those of a provider in later versions. */
const FIRST = 28;
const OF_A_PROVIDER = 4;

/** Whether a row ends behind a provider, or behind the comma after it. A row that was cut would lose claims and the state. */
export function isWholeRow(fields: number): boolean {
  return fields >= FIRST && fields <= FIREBASE_COLUMNS.length + 1 && (fields - FIRST) % OF_A_PROVIDER <= 1;
}

/** The identities in a line of the CSV file; none for a record of the JSON file. */
export function identitiesOfColumns(record: Fields): IdentityFields[] {
  return [...BEFORE, ...AFTER].flatMap((provider) => {
    const subject = record.text(`${provider}:rawId`);
    return subject === undefined ? [] : [{ provider, subject, email: record.text(`${provider}:email`) }];
  });
}
