import { type TemporaryRecord, TemporaryRecords } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import type { NewFactors } from '@app/factors';
import {
  type ColumnNames,
  type IdentityFields,
  type LeftOut,
  MAX_LINE_BYTES,
  type Omission,
  omission,
  type Part,
  passwordOmission,
  type RawRecord,
  readRecords,
  type Source,
  type SourceFile,
  type SourceOptions,
  type UserFields,
  type WithoutPassword,
  wrongShape,
} from '@app/importers';
import { MAX_CLAIMS_BYTES, normaliseEmail } from '@app/users';
import type { ImportLine, LineChunk } from './import.service.js';

/** More is never one user: the lists of a line have at most 20 entries. */
const MOST_BYTES = 256 * 1024;

/** All that the records so far say of a user. */
interface StagedUser {
  /** Where its first record is. */
  at: string;
  isUser: boolean;
  fields: UserFields;
  omissions: Omission[];
  /** Why it cannot be imported. */
  refused?: { code: ErrorCode; message: string };
  /** Why there is nothing to import. */
  leftOut?: string;
}

function stage(at: string, { isUser, fields, omissions = [] }: Part): StagedUser {
  return { at, isUser, fields, omissions };
}

function refusedAt(at: string, { code, message }: ApiError): StagedUser {
  return { at, isUser: true, fields: {}, omissions: [], refused: { code, message } };
}

/** Adds a later record of the same user. Its values replace earlier ones; lists grow. */
function merge(earlier: StagedUser, at: string, later: Part): StagedUser {
  const merged: StagedUser = {
    ...earlier,
    at: earlier.isUser || !later.isUser ? earlier.at : at,
    isUser: earlier.isUser || later.isUser,
    fields: mergeFields(earlier.fields, later.fields),
    omissions: distinct(earlier.omissions, later.omissions),
  };
  if (JSON.stringify(merged).length <= MOST_BYTES) return merged;
  return refusedAt(earlier.at, new ApiError('PAYLOAD_TOO_LARGE', 'The records of the user are too long.'));
}

function mergeFields(earlier: UserFields, later: UserFields): UserFields {
  const given = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined));
  return {
    ...earlier,
    ...given,
    metadata: joined(earlier.metadata, later.metadata),
    claims: joinedClaims(earlier.claims, later.claims),
    totp: distinct(earlier.totp, later.totp),
    passkeys: distinct(earlier.passkeys, later.passkeys),
    identities: distinct(earlier.identities, later.identities),
  };
}

/** The entries of both lists. An entry comes twice if a file does. */
function distinct<T>(earlier: T[] = [], later: T[] = []): T[] {
  return [...new Map([...earlier, ...later].map((entry) => [JSON.stringify(entry), entry])).values()];
}

type Values = Record<string, unknown> | undefined;

const joined = (earlier: Values, later: Values): Values => (earlier || later ? { ...earlier, ...later } : undefined);

/** One record may have one role of a user. */
function joinedClaims(earlier: Values, later: Values): Values {
  const lists = [earlier?.roles, later?.roles];
  const both = lists.every((roles) => Array.isArray(roles));
  return both ? { ...earlier, ...later, roles: lists.flat() } : joined(earlier, later);
}

const PAGE = 500;

interface StagingOptions {
  /** Whether two records of users may have the same id. */
  joins: boolean;
  /** Whether addresses of which the source says nothing count as verified. */
  assumesVerified: boolean;
}

/** What this service knows, by which parts of a user are left out. */
export interface Target {
  /** Why a hash is not accepted; undefined for one that is. */
  problemOf(hash: string): Omission | undefined;
  /** Why a second factor is not accepted. */
  problemOfFactor(list: keyof NewFactors, factor: object): Omission | undefined;
  /** The id of the provider here, by its name in the source. */
  providerOf(name: string): string | undefined;
  /** The ways in that every user has. */
  waysIn?: readonly string[];
}

/**
 * A body of `POST /users`, and what it lacks.
 * @param earlier what the records themselves do not have
 */
function toLine({ uses_totp, ...fields }: UserFields, earlier: Omission[], target: Target) {
  const omissions: Omission[] = [...earlier];
  const { metadata, claims, identities = [], password_hash, mfa_enabled, ...others } = fields;
  const totp = uses_totp === false ? [] : acceptedFactors('totp', fields.totp, target, omissions);
  const passkeys = acceptedFactors('passkeys', fields.passkeys, target, omissions);
  const line = {
    ...others,
    password_hash: acceptedHash(password_hash?.trim(), target, omissions),
    metadata: metadata && JSON.stringify(metadata),
    claims: claims && acceptedClaims(claims, omissions),
    totp: unlessEmpty(totp),
    passkeys: unlessEmpty(passkeys),
    mfa_enabled: passkeys.length > 0 ? mfa_enabled : undefined,
    identities: unlessEmpty(identities.flatMap((identity) => toIdentity(identity, target, omissions))),
  };
  return { text: JSON.stringify(line), omissions, withoutPassword: withoutPassword(line, omissions, target) };
}

type Line = Pick<UserFields, 'password' | 'password_hash' | 'passkeys' | 'identities' | 'active'>;

/** Undefined for a user with a password. */
function withoutPassword(line: Line, omissions: Omission[], { waysIn = [] }: Target): WithoutPassword | undefined {
  if (line.password !== undefined || line.password_hash !== undefined) return undefined;
  const { code, message = 'The file has no password of this user.' } = omissions.find((each) => each.isPassword) ?? {};
  if (line.active === false) return { code, reason: message, signIn: [], isDisabled: true };
  const providers = new Set(line.identities?.map(({ provider }) => provider));
  return { code, reason: message, signIn: [...(line.passkeys ? ['passkey'] : []), ...providers, ...waysIn] };
}

const unlessEmpty = <T>(list: T[]) => (list.length === 0 ? undefined : list);

/** Products allow more in the field that becomes the claims, and no user must stay behind for that. */
function acceptedClaims(claims: object, omissions: Omission[]): string | undefined {
  const text = JSON.stringify(claims);
  const rounded = roundedPlace(claims, 'claims');
  const isShort = Buffer.byteLength(text) <= MAX_CLAIMS_BYTES;
  if (isShort && rounded === undefined) return text;
  const reason = isShort ? `${rounded} is a number that JSON rounds` : `they have more than ${MAX_CLAIMS_BYTES} bytes`;
  omissions.push(omission('INVALID_CLAIMS', `The claims are left out: ${reason}.`));
  return undefined;
}

/** Where a number stands that was rounded when the record was read, or was too large for a number of JavaScript. */
function roundedPlace(value: unknown, place: string): string | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? place : undefined;
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  for (const [name, member] of members) {
    const found = roundedPlace(member, `${place}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function acceptedHash(hash: string | undefined, target: Target, omissions: Omission[]): string | undefined {
  const problem = hash === undefined ? undefined : target.problemOf(hash);
  if (problem === undefined) return hash;
  omissions.push(passwordOmission(problem.code, `The password is left out. ${problem.message}`));
  return undefined;
}

function acceptedFactors<T extends object>(
  list: keyof NewFactors,
  factors: T[] = [],
  target: Target,
  omissions: Omission[],
): T[] {
  return factors.filter((factor) => {
    const problem = target.problemOfFactor(list, factor);
    if (problem) omissions.push(omission(problem.code, `A second factor is left out. ${problem.message}`));
    return problem === undefined;
  });
}

function toIdentity(identity: IdentityFields, target: Target, omissions: Omission[]): IdentityFields[] {
  const provider = target.providerOf(identity.provider);
  if (provider !== undefined) return [{ ...identity, provider }];
  const message = `The identity of ${identity.provider} is left out: no provider here has this name.`;
  omissions.push(omission('INVALID_FACTOR', message));
  return [];
}

const READ_AT_ONCE = 500;

/** A line of an import, and what its user lacks. */
type JudgedLine = ImportLine & { omissions: Omission[]; withoutPassword?: WithoutPassword; isLeftOut?: boolean };

/** Takes note of what the user of a line lacks. */
type Note = (line: number, omissions: Omission[], withoutPassword?: WithoutPassword) => void;

/**
 * The users of all files of a source, on the disk. Records of the same user are joined, in any order, and users with the same address are
 * compared, so no line can be written before the last record is read.
 */
export class Staging {
  private readonly records = new TemporaryRecords();
  private isInterrupted = false;
  count = 0;

  /** Whether a person could sign in by what a record brings, other than by a password in clear text. */
  hasSecrets = false;

  constructor(private readonly options: StagingOptions) {}

  add(at: string, part: Part): void {
    const known = part.id === undefined ? undefined : this.records.find(part.id);
    const place = known ? this.join(known, at, part) : this.insert(part.id ?? null, stage(at, part));
    for (const name of part.names ?? []) this.records.addName(place, name);
  }

  /** Later records with the same id are left out, too, and earlier ones are forgotten. */
  leaveOut(at: string, { id, leftOut }: LeftOut): void {
    const user: StagedUser = { at, isUser: true, fields: {}, omissions: [], leftOut };
    const known = this.records.find(id);
    if (known) this.records.replace({ ...known, ...this.toRow(user) });
    else this.insert(id, user);
  }

  /** Adds a line to the report that is of no user. */
  note(at: string, leftOut: string): void {
    this.insert(null, { at, isUser: true, fields: {}, omissions: [], leftOut });
  }

  refuse(at: string, error: ApiError): void {
    this.insert(null, refusedAt(at, error));
  }

  /** Where the record of a line is. */
  placeOf(line: number): string {
    const record = this.records.at(line);
    return record ? (JSON.parse(record.body) as StagedUser).at : `record ${line}`;
  }

  close(): void {
    this.records.close();
  }

  interrupt(): void {
    this.isInterrupted = true;
  }

  /** The lines of all users in the order of their records. */
  async *lines(target: Target, note: Note) {
    this.joinNamed();
    for (let after = 0; ; ) {
      if (this.isInterrupted) throw new ApiError('UNAVAILABLE', 'Interrupted.');
      const page = this.records.page(after, READ_AT_ONCE);
      const last = page.at(-1);
      if (!last) return;
      const lines = page.map((record) => this.toLine(record, target));
      for (const { number, omissions, withoutPassword } of lines) {
        if (omissions.length > 0 || withoutPassword) note(number, omissions, withoutPassword);
      }
      yield { lines: lines.filter(({ isLeftOut }) => !isLeftOut), bytes: last.place } satisfies LineChunk;
      after = last.place;
    }
  }

  private join(known: TemporaryRecord, at: string, part: Part): number {
    const earlier: StagedUser = JSON.parse(known.body);
    if (part.isUser && earlier.isUser && !this.options.joins) {
      const why = `The user at ${earlier.at} has the same id.`;
      return this.insert(null, refusedAt(at, new ApiError('UID_ALREADY_IN_USE', why)));
    }
    if (!earlier.refused && earlier.leftOut === undefined)
      this.records.replace({ ...known, ...this.toRow(merge(earlier, at, part)) });
    return known.place;
  }

  private insert(id: string | null, user: StagedUser): number {
    this.count += 1;
    return this.records.add({ id, ...this.toRow(user) });
  }

  /** Joins the records that name their user by another id: only the last record can show that no two users have it. */
  private joinNamed(): void {
    for (let after = 0; ; ) {
      const page = this.records.pageOfNames(after, PAGE);
      for (const record of page) this.joinOneNamed(record);
      const last = page.at(-1);
      if (!last) return;
      after = last.place;
    }
  }

  private joinOneNamed(record: TemporaryRecord): void {
    const { at, ...part }: StagedUser = JSON.parse(record.body);
    const [place = 0, other] = this.records.placesNamed(record.id ?? '');
    const user = this.records.at(place);
    if (part.isUser || !user) return;
    if (other !== undefined) {
      const refused = refusedAt(
        at,
        new ApiError('INVALID_REQUEST', 'Two users have the name by which the record names its user.'),
      );
      this.records.replace({ ...record, ...this.toRow(refused) });
      return;
    }
    this.join(user, at, { ...part, id: undefined });
    this.records.remove(record.place);
    this.count -= 1;
  }

  private toRow(user: StagedUser) {
    const { email, email_verified: verified = this.options.assumesVerified } = user.fields;
    const { password_hash, totp = [], passkeys = [], identities = [] } = user.fields;
    this.hasSecrets ||= password_hash !== undefined || totp.length + passkeys.length + identities.length > 0;
    const normalised = email === undefined ? undefined : normaliseEmail(email);
    return { email: normalised ?? null, verified, body: JSON.stringify(user) };
  }

  private toLine(record: TemporaryRecord, target: Target): JudgedLine {
    const { place: number, body } = record;
    const user: StagedUser = JSON.parse(body);
    if (user.leftOut !== undefined)
      return { number, bytes: undefined, omissions: [omission(undefined, user.leftOut)], isLeftOut: true };
    const refused = this.refusalOf(record, user);
    if (refused) return { number, bytes: undefined, refused, omissions: [] };
    const unproved = this.withoutForeignProofs(record, user);
    const fields = { ...unproved.fields, email_verified: record.verified };
    const { text, ...lacks } = toLine(fields, unproved.omissions, target);
    const bytes = Buffer.from(text);
    return { number, bytes: bytes.length > MAX_LINE_BYTES ? undefined : bytes, ...lacks };
  }

  private refusalOf({ place, email }: TemporaryRecord, { refused, isUser, fields }: StagedUser): ApiError | undefined {
    if (refused) return new ApiError(refused.code, refused.message);
    if (!isUser) return new ApiError('INVALID_REQUEST', 'The user of this record is not in the files.');
    if (fields.email === undefined) return new ApiError('INVALID_EMAIL', 'The user has no email address.');
    const [kept = place] = email === null ? [] : this.records.placesOf(email);
    if (kept === place) return undefined;
    return new ApiError('EMAIL_ALREADY_IN_USE', `The user at ${this.placeOf(kept)} has the same address, and stays.`);
  }

  /**
   * Of several users with one address, the first verified one stays. If none is verified, the password and the factors of
   * the first one may belong to a stranger, so it stays without them.
   */
  private withoutForeignProofs({ email, verified }: TemporaryRecord, user: StagedUser): StagedUser {
    if (verified || email === null || this.records.placesOf(email).length < 2) return user;
    const { password, password_hash, totp, passkeys, mfa_enabled, identities, ...fields } = user.fields;
    const why =
      'Others have the same address, and none has verified it: password, factors and identities are left out.';
    return { ...user, fields, omissions: [...user.omissions, passwordOmission('EMAIL_ALREADY_IN_USE', why)] };
  }
}

/** The longest list of columns in a report. */
const MOST_CHARACTERS = 1_000;

/** Reads a file of a source into the staging. @param name the file, for places; undefined if there is one file only */
export async function stageFile(
  file: SourceFile,
  { source, options, staging, name }: { source: Source; options: SourceOptions; staging: Staging; name?: string },
): Promise<void> {
  let columns: ColumnNames | undefined;
  const checkHeader = (names: ColumnNames) => {
    checkMarks((mark) => names.has(mark), source);
    source.checkHeader?.(names, options);
    columns = names;
  };
  for await (const records of readRecords(file, source, checkHeader)) {
    for (const record of records) {
      const at = name === undefined ? record.at : `${name}, ${record.at}`;
      stageRecord(record, at, { source, options, staging });
    }
  }
  const unread = staging.count > 0 ? (columns?.unread ?? []) : [];
  if (unread.length > 0)
    staging.note(name ?? 'header', `These columns are not read: ${unread.join(', ').slice(0, MOST_CHARACTERS)}.`);
}

/** A file of another product would lose what has other names there, such as passwords. */
function checkMarks(has: (mark: string) => boolean, { marks }: Source): void {
  if (marks === undefined || marks.some(has)) return;
  throw wrongShape(`This is not of the chosen source: it has no field ${marks.join(' or ')}.`);
}

function stageRecord(
  { fields, error, list }: RawRecord,
  at: string,
  { source, options, staging }: { source: Source; options: SourceOptions; staging: Staging },
): void {
  try {
    if (error || !fields) throw error ?? new ApiError('INVALID_REQUEST');
    checkMarks((mark) => fields.nameOf(mark) !== undefined, source);
    const part = source.convert(fields, options, list);
    if (part && 'leftOut' in part) staging.leaveOut(at, part);
    else if (part) staging.add(at, part);
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    staging.refuse(at, refusal);
  }
}
