import { timingSafeEqual } from 'node:crypto';
import { hashToken, newToken } from '@app/config';
import {
  Clock,
  counterOf,
  Database,
  findPage,
  type ListPage,
  lockRows,
  newId,
  type PageRequest,
  type Span,
  within,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { Column, Entity, In, Index, IsNull, PrimaryColumn } from 'typeorm';

/** The scopes of admin tokens, and of users who administer. */
export const SCOPES = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes in a text of the database, separated by commas. */
export function scopesIn(text: string): Scope[] {
  return SCOPES.filter((scope) => text.split(',').includes(scope));
}

/** A token for the admin API. Times are seconds since the UNIX epoch. */
@Entity('admin_tokens')
@Index('admin_tokens_token_hash_unique', ['tokenHash'], { unique: true })
export class AdminToken {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 100 })
  name!: string;

  /** The SHA-256 of the token, in hexadecimal. Only the holder knows the token itself. */
  @Column('varchar', { name: 'token_hash', length: 64 })
  tokenHash!: string;

  @Column('varchar', {
    length: 120,
    default: '',
    transformer: { to: (scopes: Scope[]) => scopes.join(','), from: (text: string) => text.split(',') },
  })
  scopes!: Scope[];

  /**
   * Who made the token: `user:<uid>` or `admin:<id>`, within whose rights it works; `cli`, `env` for the one in `ADMIN_TOKEN`,
   * and `system` or `console` for those of a start.
   */
  @Column('varchar', { name: 'created_by', length: 60 })
  createdBy!: string;

  @Column('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;

  @Column('int', { unsigned: true, name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** With a precision of one minute. */
  @Column('int', { unsigned: true, name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @Column('int', { unsigned: true, name: 'revoked_at', nullable: true })
  revokedAt!: number | null;

  /** The counter of rung 4 of the user who made the token; 0 for any other maker. */
  @Column('int', { unsigned: true, default: 0 })
  counter!: number;
}

const PREFIX = 'adm_';
/** The precision of the last use, so that not every request writes. */
const USE_PRECISION_SECONDS = 60;

/** Changes nothing, but locks the row until the end of the transaction. */
const CONFIRM = `UPDATE admin_tokens SET name = name
  WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`;

const RECORD_USE = `UPDATE admin_tokens SET last_used_at = ?
  WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`;

interface NewAdminToken {
  name: string;
  scopes: Scope[];
  /** In seconds since the UNIX epoch; null for a token that does not expire. */
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

  /** Creates a token. Only this call returns its text. */
  async create(facts: NewAdminToken): Promise<{ id: string; token: string }> {
    const token = PREFIX + newToken();
    return { id: await this.add(token, facts), token };
  }

  /** Stores a given token. */
  async add(token: string, facts: NewAdminToken): Promise<string> {
    const id = newId();
    const row = {
      ...facts,
      id,
      tokenHash: hashToken(token),
      createdAt: this.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
      counter: await this.counterOf(facts.createdBy),
    };
    await this.database.repo(AdminToken).insert(row);
    return id;
  }

  /** Finds a usable token by its text, and records its use. Undefined when it is unknown, expired or revoked. */
  async use(token: string): Promise<AdminToken | undefined> {
    const tokenHash = hashToken(token);
    const found = await this.database.repo(AdminToken).findOneBy({ tokenHash, revokedAt: IsNull() });
    const same = found !== null && timingSafeEqual(Buffer.from(found.tokenHash), Buffer.from(tokenHash));
    return same ? this.recordUse(found) : undefined;
  }

  /** The same for a session that the token has opened. */
  async useById(id: string): Promise<AdminToken | undefined> {
    const found = await this.database.repo(AdminToken).findOneBy({ id, revokedAt: IsNull() });
    return found ? this.recordUse(found) : undefined;
  }

  /** A token that is neither revoked nor expired. */
  async find(id: string): Promise<AdminToken | undefined> {
    const found = await this.database.repo(AdminToken).findOneBy({ id, revokedAt: IsNull() });
    return found && !this.isExpired(found) ? found : undefined;
  }

  /** Whether a token is neither revoked nor expired. It cannot be revoked before the end of the transaction. */
  async confirm(id: string): Promise<boolean> {
    return (await this.database.change(CONFIRM, [id, this.clock.now()])) === 1;
  }

  /** Whether a token is stored, revoked or not. */
  isKnown(token: string): Promise<boolean> {
    return this.database.repo(AdminToken).existsBy({ tokenHash: hashToken(token) });
  }

  /** Replaces the scopes of a token, if it was created by this actor. */
  async setScopes(token: string, createdBy: string, scopes: Scope[]): Promise<void> {
    await this.database.repo(AdminToken).update({ tokenHash: hashToken(token), createdBy }, { scopes });
  }

  /** Whether no token is stored. */
  async isEmpty(): Promise<boolean> {
    return !(await this.database.repo(AdminToken).exists());
  }

  /** The tokens that are not revoked, newest first. */
  list(page: PageRequest): Promise<ListPage<AdminToken>> {
    const query = this.database.repo(AdminToken).createQueryBuilder('token').where({ revokedAt: IsNull() });
    return findPage(query, { by: ['id'], descending: true }, page);
  }

  /** A token, revoked or not, locked until the end of the transaction. */
  lock(id: string): Promise<AdminToken | null> {
    this.database.requireTransaction();
    return lockRows(this.database.repo(AdminToken).createQueryBuilder('token').where({ id })).getOne();
  }

  /** Revokes a token. False when it was revoked before. */
  async revoke(id: string): Promise<boolean> {
    const { affected } = await this.database
      .repo(AdminToken)
      .update({ id, revokedAt: IsNull() }, { revokedAt: this.clock.now() });
    return affected === 1;
  }

  async expireAt(id: string, expiresAt: number): Promise<void> {
    await this.database.repo(AdminToken).update({ id }, { expiresAt });
  }

  /** The ids of all tokens that somebody has made in a time, revoked or not. */
  async madeBy(createdBy: string, span: Span): Promise<string[]> {
    const found = await this.database.repo(AdminToken).findBy({ createdBy, createdAt: within(span) });
    return found.map(({ id }) => id);
  }

  /** Revokes all tokens by this creator, and returns their ids. */
  async revokeByCreator(createdBy: string): Promise<string[]> {
    const ids = await this.findByCreator(createdBy);
    if (ids.length > 0) await this.database.repo(AdminToken).update({ id: In(ids) }, { revokedAt: this.clock.now() });
    return ids;
  }

  /** The ids of the tokens by this creator that are not revoked. */
  async findByCreator(createdBy: string): Promise<string[]> {
    const found = await this.database.repo(AdminToken).findBy({ createdBy, revokedAt: IsNull() });
    return found.map(({ id }) => id);
  }

  /** The names of these tokens, also of revoked ones. */
  async namesOf(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.database
      .repo(AdminToken)
      .find({ where: { id: In(ids) }, select: { id: true, name: true } });
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  /** That of the user who makes a token. */
  private async counterOf(createdBy: string): Promise<number> {
    const [, uid] = /^user:(.+)$/.exec(createdBy) ?? [];
    if (uid === undefined) return 0;
    const [row] = await this.database.select(`SELECT ${counterOf(4, '?')} AS counter`, [uid]);
    return Number(row?.counter ?? 0);
  }

  private isExpired({ expiresAt }: AdminToken): boolean {
    return expiresAt !== null && expiresAt <= this.clock.now();
  }

  /** Undefined when the token has expired. */
  private async recordUse(token: AdminToken): Promise<AdminToken | undefined> {
    const { id, lastUsedAt } = token;
    if (this.isExpired(token)) return undefined;
    const now = this.clock.now();
    const late = now - USE_PRECISION_SECONDS;
    if (lastUsedAt !== null && lastUsedAt > late) return token;
    await this.database.recordUse(RECORD_USE, [now, id, late]);
    return token;
  }
}
