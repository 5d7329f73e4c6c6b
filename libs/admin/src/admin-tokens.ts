import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Clock, Database, findPage, type Page, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Brackets, IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AdminToken, SCOPES, type Scope } from './admin-token.entity.js';

const TOKEN_BYTES = 32;
const PREFIX = 'adm_';
/** How exactly the last use is told: a write for each request would cost more than it is worth. */
const USE_PRECISION_SECONDS = 60;

export interface NewAdminToken {
  name: string;
  scopes: Scope[];
  /** In seconds since the UNIX epoch; null for one that does not expire. */
  expiresAt: number | null;
  createdBy: string;
}

/** The tokens of administrators: 256 random bits, stored as their SHA-256. */
@Injectable()
export class AdminTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes a token; it is told this once. */
  async create(facts: NewAdminToken): Promise<{ id: string; token: string }> {
    const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
    return { id: await this.add(token, facts), token };
  }

  /** Stores a token that somebody else made. */
  async add(token: string, facts: NewAdminToken): Promise<string> {
    const id = uuidv7();
    const row = {
      ...facts,
      id,
      tokenHash: hashOf(token),
      createdAt: this.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
    await this.database.repo(AdminToken).insert(row);
    return id;
  }

  /** The usable token with this text, whose use is noted; undefined when it is unknown, expired or revoked. */
  async use(token: string): Promise<AdminToken | undefined> {
    const tokenHash = hashOf(token);
    const found = await this.database.repo(AdminToken).findOneBy({ tokenHash, revokedAt: IsNull() });
    const same = found !== null && timingSafeEqual(Buffer.from(found.tokenHash), Buffer.from(tokenHash));
    if (!same || (found.expiresAt !== null && found.expiresAt <= this.clock.now())) return undefined;
    await this.noteUse(found);
    return found;
  }

  /** Whether a token was ever stored, revoked or not. */
  isKnown(token: string): Promise<boolean> {
    return this.database.repo(AdminToken).existsBy({ tokenHash: hashOf(token) });
  }

  isEmpty(): Promise<boolean> {
    return this.database
      .repo(AdminToken)
      .exists()
      .then((any) => !any);
  }

  /** Those that are not revoked, newest first. */
  list(page: PageRequest): Promise<Page<AdminToken>> {
    const query = this.database.repo(AdminToken).createQueryBuilder('token').where({ revokedAt: IsNull() });
    return findPage(query, { by: ['id'], descending: true }, page);
  }

  /** Whether there is such a token that is not revoked. */
  isUsable(id: string): Promise<boolean> {
    return this.database.repo(AdminToken).existsBy({ id, revokedAt: IsNull() });
  }

  /**
   * Revokes a token with no scope but these, or one that this actor made. Returns whether there was such a token that
   * was not revoked yet.
   */
  async revoke(id: string, scopes: readonly Scope[], createdBy: string): Promise<boolean> {
    const others = SCOPES.filter((scope) => !scopes.includes(scope));
    const within = others.map((scope) => `scopes NOT LIKE '%${scope}%'`).join(' AND ') || '1 = 1';
    const update = this.database.repo(AdminToken).createQueryBuilder().update().set({ revokedAt: this.clock.now() });
    update.where({ id, revokedAt: IsNull() }).andWhere(`(created_by = :createdBy OR (${within}))`, { createdBy });
    return (await update.execute()).affected === 1;
  }

  /** The tokens of somebody that are not revoked. */
  async madeBy(createdBy: string): Promise<string[]> {
    const found = await this.database.repo(AdminToken).findBy({ createdBy, revokedAt: IsNull() });
    return found.map(({ id }) => id);
  }

  private async noteUse({ id, lastUsedAt }: AdminToken): Promise<void> {
    const now = this.clock.now();
    const late = now - USE_PRECISION_SECONDS;
    if (lastUsedAt !== null && lastUsedAt > late) return;
    const stale = new Brackets((where) => where.where('last_used_at IS NULL OR last_used_at <= :late', { late }));
    const update = this.database.repo(AdminToken).createQueryBuilder().update().set({ lastUsedAt: now });
    await this.database.statement(() => update.where({ id }).andWhere(stale).execute());
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
