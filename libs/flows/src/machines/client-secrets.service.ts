import { ClientSecrets, type NewSecret } from '@app/clients';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';
import type { Administrator } from '../access/administrator.js';
import { ClientLock } from './client-lock.js';

/** How exact the last use of a secret is, in seconds. */
const USE_PRECISION = 60;

/** Makes and deletes the secrets of clients. */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly secrets: ClientSecrets,
    private readonly lock: ClientLock,
    private readonly events: EventLog,
  ) {}

  /**
   * @throws {ApiError} CLIENT_NOT_FOUND, SECRET_LIMIT_REACHED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  add(clientId: string, by?: Administrator): Promise<NewSecret> {
    return this.lock.transaction(by, async () => {
      const client = await this.lock.client(clientId);
      if (client.authMethod !== 'secret')
        throw new ApiError('INVALID_REQUEST', 'A client that signs assertions has no secrets.');
      await this.lock.confirmCredential(by);
      const secret = await this.secrets.add(client);
      const data = { client_id: clientId, secret_id: secret.secretId };
      await this.events.record('client.secret_created', { data });
      return secret;
    });
  }

  /**
   * Deletes a secret. Tokens that it may have got end, too, if it was used so recently that they still live: a clean change to
   * another secret ends none.
   * @throws {ApiError} CLIENT_NOT_FOUND, SECRET_NOT_FOUND, NOT_AUTHENTICATED
   */
  remove(clientId: string, secretId: string, by?: Administrator): Promise<void> {
    return this.lock.transaction(by, async () => {
      const { lastUsedAt } = await this.secrets.remove(await this.lock.client(clientId), secretId);
      const living = this.clock.now() - this.env.accessTokenTtl - USE_PRECISION;
      const tokens = lastUsedAt !== null && lastUsedAt >= living ? { tokens: 'revoked' } : {};
      const data = { client_id: clientId, secret_id: secretId, ...tokens };
      await this.events.record('client.secret_deleted', { data });
    });
  }
}
