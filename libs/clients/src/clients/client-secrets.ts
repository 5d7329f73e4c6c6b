import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '@app/config';
import { Clock, Database, newId } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { newClientSecret } from '../credentials/credential-form.js';
import { isNewUse, USE_PRECISION_SECONDS } from '../credentials/use-time.js';
import type { LockedClient } from './client.entity.js';
import { ClientSecret } from './client-secret.entity.js';

/** Two, so that a client can change to a new one without a pause. */
const MOST_SECRETS = 2;

const OF_CLIENT = `SELECT secret_id, secret_hash, last_used_at FROM client_secrets WHERE client_id = ?`;
const RECORD_USE = `UPDATE client_secrets SET last_used_at = ?
  WHERE secret_id = ? AND (last_used_at IS NULL OR last_used_at <= ?)`;

/** A secret that was just made. */
export interface NewSecret {
  secretId: string;
  secret: string;
}

/** The secrets of clients: 256 random bits, stored as their SHA-256. */
@Injectable()
export class ClientSecrets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes a secret. Only this call returns it. @throws {ApiError} SECRET_LIMIT_REACHED */
  async add({ clientId }: LockedClient): Promise<NewSecret> {
    const secrets = this.database.repo(ClientSecret);
    if ((await secrets.countBy({ clientId })) >= MOST_SECRETS) throw new ApiError('SECRET_LIMIT_REACHED');
    const secret = newClientSecret();
    const row = { secretId: newId(), clientId, secretHash: hashToken(secret), createdAt: this.clock.now() };
    await this.database.insert(ClientSecret, [{ ...row, lastUsedAt: null }]);
    return { secretId: row.secretId, secret };
  }

  /** The secrets of each of these clients, oldest first. */
  async list(clientIds: string[]): Promise<Map<string, ClientSecret[]>> {
    if (clientIds.length === 0) return new Map();
    const where = { clientId: In(clientIds) };
    const found = await this.database.repo(ClientSecret).find({ where, order: { secretId: 'ASC' } });
    return new Map(clientIds.map((id) => [id, found.filter(({ clientId }) => clientId === id)]));
  }

  /** Removes a secret, and returns it. @throws {ApiError} SECRET_NOT_FOUND */
  async remove({ clientId }: LockedClient, secretId: string): Promise<ClientSecret> {
    const secrets = this.database.repo(ClientSecret);
    const found = isUuid(secretId) ? await secrets.findOneBy({ clientId, secretId: secretId.toLowerCase() }) : null;
    if (!found) throw new ApiError('SECRET_NOT_FOUND');
    await secrets.delete({ secretId: found.secretId });
    return found;
  }

  /** Whether a text is a secret of a client. A right one counts as used. */
  async use(clientId: string, secret: string): Promise<boolean> {
    const given = Buffer.from(hashToken(secret));
    const rows = await this.database.select(OF_CLIENT, [clientId]);
    const found = rows.find(({ secret_hash }) => timingSafeEqual(Buffer.from(String(secret_hash)), given));
    if (!found) return false;
    const now = this.clock.now();
    if (isNewUse(found.last_used_at as number | null, now))
      await this.database.recordUse(RECORD_USE, [now, found.secret_id, now - USE_PRECISION_SECONDS]);
    return true;
  }
}
