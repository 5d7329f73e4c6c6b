import { ClientSecrets, ClientStore, type NewSecret } from '@app/clients';
import { Env } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Injectable } from '@nestjs/common';

/** How exact the last use of a secret is, in seconds. */
const USE_PRECISION = 60;

/** Makes and deletes the secrets of clients. */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: ClientSecrets,
    private readonly clients: ClientStore,
    private readonly events: EventLog,
  ) {}

  /**
   * @throws {ApiError} CLIENT_NOT_FOUND, SECRET_LIMIT_REACHED, INVALID_REQUEST, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  add(clientId: string): Promise<NewSecret> {
    return this.database.transaction(async () => {
      const client = await this.clients.lock(clientId);
      if (client.authMethod !== 'secret')
        throw new ApiError('INVALID_REQUEST', 'A client that signs assertions has no secrets.');
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
  remove(clientId: string, secretId: string): Promise<void> {
    return this.database.transaction(async () => {
      const { lastUsedAt } = await this.secrets.remove(await this.clients.lock(clientId), secretId);
      const living = this.clock.now() - this.env.accessTokenTtl - USE_PRECISION;
      const tokens = lastUsedAt !== null && lastUsedAt >= living ? { tokens: 'revoked' } : {};
      const data = { client_id: clientId, secret_id: secretId, ...tokens };
      await this.events.record('client.secret_deleted', { data });
    });
  }
}
