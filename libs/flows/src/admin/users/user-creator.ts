import { Clock, Database, isDuplicateKey } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { currentActor, DeletedUsers, EventLog } from '@app/events';
import { FactorTransfer, type NewFactors } from '@app/factors';
import { IdentityTransfer, type NewIdentity } from '@app/federation';
import { type AccountFacts, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { mayReuseUids, uidOfDeleted } from '../../access/deleted-uids.js';

/** What a new account has besides its values. */
interface Additions {
  factors: NewFactors;
  identities: NewIdentity[];
}

const NOTHING: Additions = { factors: { totp: [], passkeys: [] }, identities: [] };

/** Creates accounts for an administrator. */
@Injectable()
export class UserCreator {
  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly users: UserAdministration,
    private readonly transfer: FactorTransfer,
    private readonly identities: IdentityTransfer,
    private readonly deleted: DeletedUsers,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates an account and returns its uid.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH, EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE,
   * PASSKEY_EXISTS, IDENTITY_ALREADY_LINKED, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED
   */
  async create(facts: AccountFacts, { factors, identities } = NOTHING): Promise<{ uid: string }> {
    const account = await this.users.prepare(facts);
    const { uid, createdAt } = account;
    const isOpen = account.passwordHash !== null || hasWays(factors, identities);
    const hasSecrets = facts.passwordHash !== undefined || hasWays(factors, identities);
    await this.database.transaction(async () => {
      if (hasSecrets) await this.rank.requireFactorFor('user');
      const madeOpenAt = isOpen ? this.clock.now() : null;
      await this.users.create({ ...account, madeBy: currentActor().actor, madeOpenAt });
      // After the insert, so that a deletion at the same time comes before it.
      if (
        facts.uid !== undefined &&
        !mayReuseUids(this.rank.administrator) &&
        (await this.deleted.among([uid])).has(uid)
      )
        throw uidOfDeleted();
      await this.transfer.insert([{ uid, factors }]).catch(rename('PASSKEY_EXISTS'));
      await this.identities.insert([{ uid, createdAt, identities }]).catch(rename('IDENTITY_ALREADY_LINKED'));
      await this.events.record('user.created', { uid });
    });
    return { uid };
  }
}

/** Names the error of a duplicate key. */
function rename(code: ErrorCode) {
  return (cause: unknown): never => {
    throw isDuplicateKey(cause) ? new ApiError(code, undefined, { cause }) : cause;
  };
}

/** Whether a person can sign in by these. */
export function hasWays({ totp, passkeys }: NewFactors, identities: unknown[]): boolean {
  return totp.length + passkeys.length + identities.length > 0;
}
