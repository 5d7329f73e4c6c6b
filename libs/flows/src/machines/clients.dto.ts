import { AUTH_METHODS, type AuthMethod, type ClientChanges, checkedKeySet } from '@app/clients';
import { ApiError, BoundedObject, failsWith } from '@app/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Matches, Max, Min, ValidateIf } from 'class-validator';
import { LAST_SECOND, MayBeLeftOut, OptionalBoolean, OptionalChoice } from '../input/fields.js';
import type { NewClient } from './clients.service.js';
import { AudienceList, MachineName, ScopeList } from './machine-fields.js';

const JWKS = failsWith('INVALID_REQUEST', 'jwks must be an object with a list of public keys');
const END = failsWith('INVALID_REQUEST', 'expires_at must be a time in UNIX epoch seconds, or null');

const NAME = 'For people.';
const SCOPES = 'What its access tokens may be used for.';
const AUDIENCES = 'Where its access tokens may be used: names or URIs, compared byte for byte.';

/** Public keys of assertions; optional. */
function OptionalKeySet(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    BoundedObject(JWKS),
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: true,
      description:
        'The public keys of a client that signs assertions (RFC 7517): 1 to 5 keys for ES256 (P-256), RS256 (2,048 to 4,096 bits) or EdDSA (Ed25519), several with a `kid` each.',
    }),
  );
}

/** When something ends; null for never. */
function OptionalEnd(): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_dto, value) => value !== undefined && value !== null),
    IsInt(END),
    Min(0, END),
    Max(LAST_SECOND, END),
    ApiPropertyOptional({
      type: 'integer',
      nullable: true,
      description: 'When the client and its access tokens end, in UNIX epoch seconds; null for never.',
    }),
  );
}

export class CreateClientRequest {
  @MachineName(NAME)
  name!: string;

  @ScopeList('INVALID_REQUEST', SCOPES)
  scopes!: string[];

  @AudienceList('INVALID_REQUEST', AUDIENCES)
  audiences!: string[];

  @OptionalChoice(AUTH_METHODS, 'How it authenticates: with a secret, which is the default, or with signed assertions.')
  auth_method?: AuthMethod;

  @OptionalKeySet()
  jwks?: object;

  @OptionalEnd()
  expires_at?: number | null;
}

export class UpdateClientRequest {
  @MachineName(NAME, true)
  name?: string;

  @ScopeList('INVALID_REQUEST', SCOPES, true)
  scopes?: string[];

  @AudienceList('INVALID_REQUEST', AUDIENCES, true)
  audiences?: string[];

  @OptionalKeySet()
  jwks?: object;

  @OptionalEnd()
  expires_at?: number | null;

  @OptionalBoolean('Whether it gets access tokens. `false` also ends those that it has.', {})
  active?: boolean;
}

/** A line of an export of clients. */
export class ImportedClient extends CreateClientRequest {
  @Matches(/^lkc_[\da-f]{32}$/, failsWith('INVALID_REQUEST', 'client_id is not the id of a client'))
  client_id!: string;

  @OptionalBoolean('Whether it gets access tokens.', { default: true })
  active?: boolean;
}

/** @throws {ApiError} INVALID_REQUEST */
export function toImportedClient({ client_id: clientId, active = true, ...client }: ImportedClient) {
  return { clientId, facts: { ...toNewClient(client), active } };
}

/** @throws {ApiError} INVALID_REQUEST */
export function toNewClient(request: CreateClientRequest): NewClient {
  const { name, scopes, audiences, auth_method: authMethod = 'secret', jwks, expires_at: expiresAt = null } = request;
  if ((jwks === undefined) !== (authMethod === 'secret'))
    throw new ApiError('INVALID_REQUEST', 'A client needs jwks with the auth_method private_key_jwt, and only then.');
  const keys = jwks === undefined ? null : keySetOf(jwks);
  return { name, scopes: scopes.join(' '), audiences: audiences.join(' '), authMethod, jwks: keys, expiresAt };
}

/** @throws {ApiError} INVALID_REQUEST */
export function toClientChanges({
  name,
  scopes,
  audiences,
  jwks,
  expires_at,
  active,
}: UpdateClientRequest): ClientChanges {
  return {
    name,
    scopes: scopes?.join(' '),
    audiences: audiences?.join(' '),
    jwks: jwks && keySetOf(jwks),
    expiresAt: expires_at,
    active,
  };
}

function keySetOf(jwks: object): string {
  try {
    return checkedKeySet(jwks);
  } catch (cause) {
    if (cause instanceof TypeError) throw new ApiError('INVALID_REQUEST', `${cause.message}.`, { cause });
    throw cause;
  }
}
