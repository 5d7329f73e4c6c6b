import { type Fields, parseJson } from '../fields.js';
import {
  type FirebaseHashConfig,
  firebaseHash,
  type IdentityFields,
  type Omission,
  type OwnForm,
  omission,
  passwordOmission,
  present,
  type Source,
  userOf,
} from '../source.js';

/** The providers in the order of their four columns: before the times of the user, and after. */
const BEFORE = ['google.com', 'facebook.com', 'twitter.com', 'github.com'];
const AFTER = ['apple.com', 'microsoft.com', 'gc.apple.com', 'playgames.google.com', 'linkedin.com', 'yahoo.com'];

const columnsOf = (provider: string) =>
  ['rawId', 'email', 'displayName', 'photoUrl'].map((name) => `${provider}:${name}`);

/** The columns of the CSV file, which has no header. */
const FIREBASE_COLUMNS = [
  ...['localId', 'email', 'emailVerified', 'passwordHash', 'salt', 'displayName', 'photoUrl'],
  ...BEFORE.flatMap(columnsOf),
  ...['createdAt', 'lastLoginAt', 'phoneNumber', 'disabled', 'customAttributes'],
  ...AFTER.flatMap(columnsOf),
];

/** The fields to the last one that every row has, and those of a provider in later versions. */
const FIRST = 28;
const OF_A_PROVIDER = 4;

/** Whether a row ends behind a provider, or behind the comma after it. A row that was cut would lose claims and the state. */
function isWhole(fields: number): boolean {
  return fields >= FIRST && fields <= FIREBASE_COLUMNS.length + 1 && (fields - FIRST) % OF_A_PROVIDER <= 1;
}

/** Forms of columns without quotes, which show where the commas of a name have moved them. */
const FORMS: Record<string, RegExp> = {
  emailVerified: /^(?:true|false|)$/,
  createdAt: /^\d*$/,
  lastLoginAt: /^\d*$/,
  disabled: /^(?:true|false|)$/,
  customAttributes: /^$/,
};
/** How many characters the readings of a line take at most. A name of thousands of commas and quotes has very many. */
const MOST_CHARACTERS = 2_000_000;

interface Field {
  text: string;
  /** Where it ends in the line. */
  end: number;
}

/**
 * Older versions of the exporter write a name with a comma between quotes and leave the quotes in it as they are; newer ones double them.
 * In custom claims both double only the quotes without a backslash before them. So a name can look like the columns behind it, and would
 * give its user other claims: a line whose columns can be read in two ways is not read.
 */
const FIREBASE_CSV: OwnForm = {
  isWhole,
  readLine(line) {
    const readings = new Readings(line);
    readings.collect(0, []);
    return readings.only;
  },
};

/** The ways to read a line. They differ in where its columns end. */
class Readings {
  private readonly found: string[][] = [];
  private left = MOST_CHARACTERS;

  constructor(private readonly line: string) {}

  get only(): string[] | undefined {
    return this.found.length === 1 && this.left > 0 ? this.found[0] : undefined;
  }

  /** Reads the rest of the line, behind the columns that were read before. */
  collect(at: number, before: string[]): void {
    for (const { text, end } of this.fieldsAt(at, before.length)) {
      this.left -= 1 + text.length;
      if (this.found.length > 1 || this.left <= 0) return;
      const cells = [...before, text];
      if (end < this.line.length) this.collect(end + 1, cells);
      else if (isWhole(cells.length)) this.found.push(cells);
    }
  }

  private fieldsAt(at: number, column: number): Field[] {
    const name = FIREBASE_COLUMNS[column];
    const comma = this.line.indexOf(',', at);
    const end = comma === -1 ? this.line.length : comma;
    const plain = { text: this.line.slice(at, end), end };
    // The comma behind the last column.
    if (name === undefined) return plain.text === '' ? [plain] : [];
    const hasForm = ({ text }: Field) => FORMS[name]?.test(text) ?? true;
    if (this.line[at] !== '"') return [plain].filter(hasForm);
    if (name === 'customAttributes') return [...this.claimsAt(at)];
    if (!name.endsWith('displayName')) return [...this.quotedAt(at)].filter(hasForm);
    const quoted = [...this.quotedAt(at, (text) => text.includes(','))];
    return quoted.some((field) => field.end === end) ? quoted : [plain, ...quoted];
  }

  /** The fields between quotes that may begin here. @param isOld whether a text is one although its quotes are not doubled */
  private *quotedAt(at: number, isOld = (_text: string) => false): Generator<Field> {
    const { line } = this;
    for (let quote = line.indexOf('"', at + 1); quote !== -1 && this.left > 0; quote = line.indexOf('"', quote + 1)) {
      const end = quote + 1;
      if (end < line.length && line[end] !== ',') continue;
      const text = line.slice(at + 1, quote);
      this.left -= text.length;
      const isDoubled = !text.replaceAll('""', '').includes('"');
      if (isDoubled) yield { text: text.replaceAll('""', '"'), end };
      else if (isOld(text)) yield { text, end };
    }
  }

  /** Custom claims, in the exporter's form, in which a quote behind a backslash is one of a text, and in that of RFC 4180. */
  private *claimsAt(at: number): Generator<Field> {
    const [whole = '', inner = ''] = /^"((?:\\"|""|[^"])*)"/.exec(this.line.slice(at)) ?? [];
    const own = { text: inner.replace(/\\"|""/g, (pair) => (pair === '""' ? '"' : pair)), end: at + whole.length };
    if (isJson(own.text)) yield own;
    for (const field of this.quotedAt(at))
      if ((field.end !== own.end || field.text !== own.text) && isJson(field.text)) yield field;
  }
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** The identities in a line of the CSV file; none for a record of the JSON file. */
function identitiesOfColumns(record: Fields): IdentityFields[] {
  return [...BEFORE, ...AFTER].flatMap((provider) => {
    const subject = record.text(`${provider}:rawId`);
    return subject === undefined ? [] : [{ provider, subject, email: record.text(`${provider}:email`) }];
  });
}

/** Identities that are ways to sign in of the project itself. */
const OWN = ['password', 'phone', 'emailLink'];

/** The file of `firebase auth:export`, in JSON or in CSV. */
export const firebase: Source = {
  marks: ['localId'],
  lists: ['users'],
  header: FIREBASE_COLUMNS,
  ownForm: FIREBASE_CSV,
  convert(record, { firebase: config }) {
    const id = record.requiredText('localId');
    const password = readPassword(record, config);
    const fields = {
      email: record.text('email'),
      password_hash: password.hash,
      email_verified: record.flag('emailVerified') ?? false,
      active: !record.flag('disabled'),
      created_at: record.time('createdAt'),
      metadata: present({ name: record.text('displayName') }),
      claims: record.object('customAttributes')?.plain,
      identities: [...record.objects('providerUserInfo').flatMap(toIdentity), ...identitiesOfColumns(record)],
    };
    return userOf(id, fields, [...password.omissions, ...omittedFactors(record)]);
  },
};

function readPassword(record: Fields, config: FirebaseHashConfig | undefined) {
  const digest = record.text('passwordHash');
  const salt = record.text('salt');
  if (digest === undefined || salt === undefined) return { omissions: [] };
  if (config) return { hash: firebaseHash(config, salt, digest), omissions: [] };
  return { omissions: [passwordOmission('INVALID_HASH', 'The password needs --hash-config.')] };
}

function toIdentity(info: Fields): IdentityFields[] {
  const provider = info.requiredText('providerId');
  if (OWN.includes(provider)) return [];
  return [{ provider, subject: info.requiredText('rawId'), email: info.text('email') }];
}

function omittedFactors(record: Fields): Omission[] {
  const count = record.list('mfaInfo').length;
  return count === 0 ? [] : [omission('INVALID_FACTOR', 'An export of Firebase has no secrets of second factors.')];
}

const SCRYPT = 'SCRYPT';

/** Reads the text that the Firebase console shows as "Password hash parameters"; undefined if a value is missing. */
export function parseFirebaseHashConfig(text: string): FirebaseHashConfig | undefined {
  const textOf = (name: string) => new RegExp(`\\b${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)`).exec(text)?.[1];
  const signerKey = textOf('base64_signer_key');
  const saltSeparator = textOf('base64_salt_separator');
  const [rounds, memCost] = [Number(textOf('rounds')), Number(textOf('mem_cost'))];
  if (signerKey === undefined || saltSeparator === undefined || !rounds || !memCost) return undefined;
  return (textOf('algorithm') ?? SCRYPT) === SCRYPT ? { signerKey, saltSeparator, rounds, memCost } : undefined;
}
