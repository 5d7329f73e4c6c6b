import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { FactorTransfer, type NewFactors } from '@app/factors';
import { type ExportedIdentity, Identities } from '@app/federation';
import { hasCome, type User, UserBatches, unlinkedOf } from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank, scopeBeyond } from '../../access/admin-rank.js';
import type { AdministratorOrOperator } from '../../access/administrator.js';
import { toFactorFields, toImportedIdentities } from './imported-factors.js';

/** A user may have 16 KiB of metadata, and some pages stay in memory when a client reads slowly. */
const PAGE_SIZE = 100;

/** What the lines of an export contain besides the account. */
export interface ExportOptions {
  withHashes: boolean;
  /** Second factors, with the secrets of authenticator apps. */
  withFactors: boolean;
}

/** What the event of an export says. */
function toEventData({ withHashes, withFactors }: ExportOptions): Record<string, boolean> {
  return { include_hashes: withHashes, ...(withFactors && { include_factors: true }) };
}

/**
 * A user as a line that an import can read. It has the hash if the user was read with it, and the factors if they are given.
 * @param leftOut what the reader asked for, and may not have
 */
function toExportLine(
  user: User,
  factors?: NewFactors,
  identities?: ExportedIdentity[],
  leftOut: string[] = [],
): string {
  const { passwordHash } = user;
  const line = {
    uid: user.uid,
    email: user.email,
    password_hash: passwordHash ?? undefined,
    email_verified: user.emailVerified,
    // Left out, an import sets it to the value of email_verified.
    email_proved: user.emailVerified && !user.emailProved ? false : undefined,
    email_claimed: user.emailClaimed && user.emailVerified && !user.emailProved ? true : undefined,
    active: user.active,
    metadata: user.metadata,
    // Few users have claims.
    claims: user.claims === '{}' ? undefined : user.claims,
    mfa: user.mfa === 'required' ? user.mfa : undefined,
    // Otherwise MIGRATION_URL, which is asked for accounts without a password, would bring an old one back.
    migration_closed: !passwordHash && (user.hasPassword || hasCome(user)) ? true : undefined,
    ...(factors && toFactorFields(user, factors)),
    identities: toImportedIdentities(identities),
    // Also without the identities: the addresses alone would link them again.
    unlinked_providers: user.unlinkedProviders === null ? undefined : unlinkedOf(user),
    created_at: user.createdAt,
    batch_id: user.batchId,
    left_out: leftOut.length > 0 ? leftOut : undefined,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Exports every user as a line that an import can read. */
@Injectable()
export class ExportService {
  constructor(
    private readonly database: Database,
    private readonly batches: UserBatches,
    private readonly transfer: FactorTransfer,
    private readonly identities: Identities,
    private readonly events: EventLog,
    private readonly rank: AdminRank,
  ) {}

  /**
   * Lines in the order of the uids, page by page, read when the client is ready for more. No statement stays open, so a
   * user who is created or deleted meanwhile may be missing. The event is recorded before the first line. The lines fail with
   * NOT_AUTHENTICATED when an administrator has lost the right meanwhile: a client may be slow. Who may not become a user does not get
   * the hash and the factors of this user: the line says so.
   * @throws {ApiError} REAUTHENTICATION_REQUIRED
   */
  async run(options: ExportOptions, by: AdministratorOrOperator): Promise<AsyncGenerator<string>> {
    await this.database.transaction(async () => {
      if (options.withHashes || options.withFactors) await this.rank.requireFactorFor('export');
      await this.events.record('admin.exported', { data: toEventData(options) });
    });
    return this.pages(options, by, await this.batches.page('', PAGE_SIZE, options.withHashes));
  }

  private async *pages(options: ExportOptions, by: AdministratorOrOperator, first: User[]): AsyncGenerator<string> {
    for (let page = first; ; ) {
      const last = page.at(-1);
      if (!last) return;
      const uids = page.map(({ uid }) => uid);
      const factors = options.withFactors ? await this.transfer.read(uids) : undefined;
      const identities = options.withFactors ? await this.identities.exported(uids) : undefined;
      const line = (user: User) => {
        const linked = identities?.get(user.uid);
        if (scopeBeyond(user, by) === undefined) return toExportLine(user, factors?.get(user.uid), linked);
        return toExportLine({ ...user, passwordHash: null }, undefined, linked, leftOut(options));
      };
      yield page.map(line).join('');
      if (page.length < PAGE_SIZE) return;
      await this.rank.requireStill(by);
      page = await this.batches.page(last.uid, PAGE_SIZE, options.withHashes);
    }
  }
}

/** What a line of a user of higher rank does not have. */
function leftOut({ withHashes, withFactors }: ExportOptions): string[] {
  return [...(withHashes ? ['password_hash'] : []), ...(withFactors ? ['factors'] : [])];
}
