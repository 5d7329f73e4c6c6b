import type { TemporaryRecord } from '@app/database';
import { ApiError } from '@app/errors';
import { MAX_LINE_BYTES } from '../../../input/line-splitter.js';
import type { ImportLine, LineChunk } from '../../import-export/rows/import-lines.js';
import { type Omission, omission, passwordOmission, type WithoutPassword } from '../record/part.js';
import { StagedRecords } from './staged-records.js';
import type { StagedUser } from './staged-user.js';
import { type Target, toLine } from './to-line.js';

const PAGE = 500;

/** A line of an import, and what its user lacks. */
type JudgedLine = ImportLine & { omissions: Omission[]; withoutPassword?: WithoutPassword; isLeftOut?: boolean };

/** Takes note of what the user of a line lacks. */
type Note = (line: number, omissions: Omission[], withoutPassword?: WithoutPassword) => Promise<void>;

/**
 * The users of all files of a source. Records are joined, and users with the same address are compared, so no line can be
 * written before the last record is read.
 */
export class Staging extends StagedRecords {
  private isInterrupted = false;

  interrupt(): void {
    this.isInterrupted = true;
  }

  /** The lines of all users in the order of their records. */
  async *lines(target: Target, note: Note) {
    this.joinNamed();
    for (let after = 0; ; ) {
      if (this.isInterrupted) throw new ApiError('UNAVAILABLE', 'Interrupted.');
      const page = this.records.page(after, PAGE);
      const last = page.at(-1);
      if (!last) return;
      const lines = page.map((record) => this.toLine(record, target));
      for (const { number, omissions, withoutPassword } of lines) {
        if (omissions.length > 0 || withoutPassword) await note(number, omissions, withoutPassword);
      }
      yield { lines: lines.filter(({ isLeftOut }) => !isLeftOut), bytes: last.place } satisfies LineChunk;
      after = last.place;
    }
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
