import { type TemporaryRecord, TemporaryRecords } from '@app/database';
import { ApiError } from '@app/errors';
import { normaliseEmail } from '@app/users';
import type { LeftOut, Part } from '../record/part.js';
import { merge, refusedAt, type StagedUser, stage } from './staged-user.js';

const PAGE = 500;

export interface StagingOptions {
  /** Whether two records of users may have the same id. */
  joins: boolean;
  /** Whether addresses of which the source says nothing count as verified. */
  assumesVerified: boolean;
}

/** The records of all files on the disk. Records of the same user are joined, in any order. */
export class StagedRecords {
  protected readonly records = new TemporaryRecords();
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
  protected joinNamed(): void {
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
}
