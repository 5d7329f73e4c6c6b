import { Clock, Database, newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Providers } from '../providers/providers.js';
import type { Owner } from './identities.js';
import { Identity } from './identity.entity.js';
import { type SubjectFields, subjectKey } from './subject-key.js';

/** An identity of a new user. */
export type NewIdentity = Pick<Identity, 'providerId' | 'keyHash' | 'subject' | 'email'>;

/** An identity for an export. */
export interface ExportedIdentity extends SubjectFields {
  providerId: string;
  email: string | null;
}

/** The identities of many users: for imports and exports. */
@Injectable()
export class IdentityTransfer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly providers: Providers,
  ) {}

  /** Adds the identities of new users. */
  async insert(users: (Owner & { identities: NewIdentity[] })[]): Promise<void> {
    this.database.requireTransaction();
    const times = { createdAt: this.clock.now(), lastUsedAt: null };
    const rows = users.flatMap(({ uid, createdAt: userCreatedAt, identities }) =>
      identities.map((identity) => ({ ...identity, identityId: newId(), uid, userCreatedAt, ...times })),
    );
    if (rows.length > 0) await this.database.insert(Identity, rows);
  }

  /** Which of these identities belong to a user already: see `linkOf()`. */
  async findUsed(each: NewIdentity[]): Promise<Set<string>> {
    if (each.length === 0) return new Set();
    const where = { keyHash: In(each.map(({ keyHash }) => keyHash)) };
    const select = { identityId: true, providerId: true, keyHash: true } as const;
    return new Set((await this.database.repo(Identity).find({ where, select })).map(linkOf));
  }

  /**
   * The identities of these users, as an import computes their keys from the provider. One whose key the provider does not
   * give, such as that of an earlier issuer, has the key itself.
   */
  async read(uids: string[]): Promise<Map<string, ExportedIdentity[]>> {
    const all = new Map(uids.map((uid): [string, ExportedIdentity[]] => [uid, []]));
    const rows = await this.database.repo(Identity).find({ where: { uid: In(uids) }, order: { identityId: 'ASC' } });
    const providers = new Map((await this.providers.list()).map((provider) => [provider.id, provider]));
    for (const { uid, providerId, keyHash, subject, email } of rows) {
      const provider = providers.get(providerId);
      const candidates: SubjectFields[] = [
        { subject },
        ...(provider?.tenants ?? []).map((tenant) => ({ subject, tenant })),
      ];
      const fits = candidates.find((fields) => provider && subjectKey(provider, fields) === keyHash);
      all.get(uid)?.push({ providerId, email, ...(fits ?? { subject, key: keyHash }) });
    }
    return all;
  }
}

/** Identifies an identity: the id of its provider, and its key. */
export function linkOf({ providerId, keyHash }: Pick<Identity, 'providerId' | 'keyHash'>): string {
  return `${providerId}/${keyHash}`;
}
