import { AUTH_METHODS, type AuthMethod, type NewSecret } from '@app/clients';
import type { ListPage } from '@app/database';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageView, toPage } from '../input/page.dto.js';
import { LastUse, Time, TimeOrNull, toTimes } from '../input/times.js';
import type { ListedClient } from './clients.service.js';
import { wordsOf } from './machine-scopes.js';

export class ClientSecretView {
  @ApiProperty({ format: 'uuid' })
  secret_id!: string;

  @Time()
  created_at!: number;

  @LastUse()
  last_used_at!: number | null;
}

export class ClientView {
  @ApiProperty()
  client_id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: [String] })
  scopes!: string[];

  @ApiProperty({ type: [String] })
  audiences!: string[];

  @ApiProperty({ enum: AUTH_METHODS })
  auth_method!: AuthMethod;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Null for a client with secrets.',
  })
  jwks!: object | null;

  @ApiProperty({ description: 'Whether it gets access tokens.' })
  active!: boolean;

  @ApiProperty({ description: 'Who made it: `user:<uid>`, `admin:<token id>` or `cli`.' })
  created_by!: string;

  @Time()
  created_at!: number;

  @TimeOrNull('if it does not expire')
  expires_at!: number | null;

  @LastUse()
  last_used_at!: number | null;

  @ApiProperty({ type: [ClientSecretView], description: 'Oldest first.' })
  secrets!: ClientSecretView[];
}

export class CreatedClient extends ClientView {
  @ApiPropertyOptional({ format: 'uuid', description: 'The id of the first secret. Left out with `private_key_jwt`.' })
  secret_id?: string;

  @ApiPropertyOptional({ description: 'Shown only once. Left out with `private_key_jwt`.' })
  client_secret?: string;
}

export class CreatedSecret {
  @ApiProperty({ format: 'uuid' })
  secret_id!: string;

  @ApiProperty({ description: 'Shown only once.' })
  client_secret!: string;
}

export class ClientList extends PageView {
  @ApiProperty({ type: [ClientView], description: 'Newest first.' })
  clients!: ClientView[];
}

export function toClientList(page: ListPage<ListedClient>): ClientList {
  return { clients: page.rows.map(toClient), ...toPage(page) };
}

export function toClient({ scopes, audiences, jwks, ...client }: ListedClient): ClientView {
  return {
    client_id: client.clientId,
    name: client.name,
    scopes: wordsOf(scopes),
    audiences: wordsOf(audiences),
    auth_method: client.authMethod,
    jwks: jwks === null ? null : JSON.parse(jwks),
    active: client.active,
    created_by: client.createdBy,
    ...toTimes(client),
    secrets: client.secrets.map(({ secretId, createdAt, lastUsedAt }) => {
      return { secret_id: secretId, created_at: createdAt, last_used_at: lastUsedAt };
    }),
  };
}

export function toCreatedClient({ client, secret }: { client: ListedClient; secret?: NewSecret }): CreatedClient {
  return { ...toClient(client), ...(secret && toCreatedSecret(secret)) };
}

export function toCreatedSecret({ secretId, secret }: NewSecret): CreatedSecret {
  return { secret_id: secretId, client_secret: secret };
}
