import { type ApiKey, AUTH_METHODS, type ClientChanges, checkedKeySet, type NewSecret } from '@app/clients';
import { isAudience, isScope } from '@app/config';
import type { ListPage } from '@app/database';
import { ApiError, BoundedObject, failsWith } from '@app/errors';
import { type ListedClient, type NewApiKey, type NewClient, wordsOf } from '@app/flows';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsInt,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, LAST_SECOND, Request } from '../wire/fields.dto.js';
import { PageView, toPage } from '../wire/parameters.dto.js';

const MOST_SCOPES = 50;
const MOST_AUDIENCES = 20;

type Code = Parameters<typeof failsWith>[0];

/** A list of scopes. @param code the failure of any other value */
function scopeList(code: Code, description: string) {
  return textList(
    MOST_SCOPES,
    isScope,
    failsWith(code, `$property must be a list of 1 to ${MOST_SCOPES} scopes`),
    description,
  );
}

/** A list of audiences. @param code the failure of any other value */
function audienceList(code: Code, description: string) {
  const form = failsWith(code, `$property must be a list of 1 to ${MOST_AUDIENCES} names or URIs`);
  return textList(MOST_AUDIENCES, isAudience, form, description);
}

function textList(
  most: number,
  fits: (text: string) => boolean,
  form: ReturnType<typeof failsWith>,
  description: string,
) {
  const validate = (value: unknown) => typeof value === 'string' && fits(value);
  const rule = { name: 'isListed', validator: { validate, defaultMessage: () => '$property is not valid' } };
  return f.any<string[]>(
    { type: [String], description },
    IsArray(form),
    ArrayMinSize(1, form),
    ArrayMaxSize(most, form),
    ArrayUnique(form),
    ValidateBy(rule, { each: true, ...form }),
  );
}

const ONE_YEAR = 365 * 86_400;

export class CreateApiKeyRequest extends Request({
  name: f.name('For the user.'),
  scopes: scopeList('INVALID_SCOPE', 'What its access tokens may be used for, out of `API_KEY_SCOPES`.'),
  audiences: f.optional(
    audienceList('INVALID_AUDIENCE', 'Where, out of `API_KEY_AUDIENCES`. Default: the only one that is listed there.'),
  ),
  expires_in: f.whole({ min: 1, max: ONE_YEAR, description: 'In how many seconds the key expires.' }),
}) {}

export class CreatedApiKey extends Answer({
  key_id: t.string(),
  key: t.string('Shown only once.'),
}) {}

export class KeyTokenRequest extends Request({
  key: f.text('INVALID_API_KEY', 'An API key of a user.'),
  scope: f.optional(f.text('INVALID_SCOPE', 'The scopes, separated by blanks. Default: all that are left to the key.')),
  audience: f.optional(f.text('INVALID_AUDIENCE', 'The audience. Default: the only one of the key.')),
}) {}

export class KeyTokenView extends Answer({
  access_token: t.string(),
  expiry: t.integer('When the token expires, in UNIX epoch seconds.'),
  scope: t.string('The scopes of the token, separated by blanks.'),
}) {}

export class ApiKeyView extends Answer({
  key_id: t.string('The part of the key after `lk_`.'),
  name: t.string(),
  scopes: t.strings(),
  audiences: t.strings(),
  created_at: t.time(),
  expires_at: t.time(),
  last_used_at: t.lastUse(),
}) {}

class OwnedApiKeyView extends Answer(ApiKeyView, {
  uid: t.uuid(),
}) {}

export class ApiKeyList extends Answer({
  api_keys: t.list(ApiKeyView, 'Newest first. Expired ones stay for 30 days, and revoked ones not.'),
}) {}

export class AllApiKeys extends Answer(PageView, {
  api_keys: t.list(OwnedApiKeyView, 'Newest first.'),
}) {}

export function toNewApiKey({ name, scopes, audiences, expires_in: lifetime }: CreateApiKeyRequest): NewApiKey {
  return { name, scopes, audiences, lifetime };
}

export function toApiKeyList(keys: ApiKey[]): ApiKeyList {
  return { api_keys: keys.map(toApiKey) };
}

export function toAllApiKeys(page: ListPage<ApiKey>): AllApiKeys {
  return { api_keys: page.rows.map((key) => ({ uid: key.uid, ...toApiKey(key) })), ...toPage(page) };
}

function toApiKey(key: ApiKey): ApiKeyView {
  return viewOf(ApiKeyView, { ...key, scopes: wordsOf(key.scopes), audiences: wordsOf(key.audiences) });
}

class ClientSecretView extends Answer({
  secret_id: t.uuid(),
  created_at: t.time(),
  last_used_at: t.lastUse(),
}) {}

export class ClientView extends Answer({
  client_id: t.string(),
  name: t.string(),
  scopes: t.strings(),
  audiences: t.strings(),
  auth_method: t.oneOf(AUTH_METHODS),
  jwks: t.any<object | null>({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'Null for a client with secrets.',
  }),
  active: t.boolean('Whether it gets access tokens.'),
  created_by: t.string('Who made it: `user:<uid>`, `admin:<token id>` or `cli`.'),
  created_at: t.time(),
  expires_at: t.timeOrNull('if it does not expire'),
  last_used_at: t.lastUse(),
  secrets: t.list(ClientSecretView, 'Oldest first.'),
}) {}

export class CreatedClient extends Answer(ClientView, {
  secret_id: t.optional(t.uuid('The id of the first secret. Left out with `private_key_jwt`.')),
  client_secret: t.optional(t.string('Shown only once. Left out with `private_key_jwt`.')),
}) {}

export class CreatedSecret extends Answer({
  secret_id: t.uuid(),
  client_secret: t.string('Shown only once.'),
}) {}

export class ClientList extends Answer(PageView, {
  clients: t.list(ClientView, 'Newest first.'),
}) {}

export function toClientList(page: ListPage<ListedClient>): ClientList {
  return { clients: page.rows.map(toClient), ...toPage(page) };
}

export function toClient({ scopes, audiences, jwks, secrets, ...client }: ListedClient): ClientView {
  return viewOf(ClientView, {
    ...client,
    scopes: wordsOf(scopes),
    audiences: wordsOf(audiences),
    jwks: jwks === null ? null : JSON.parse(jwks),
    secrets: secrets.map((secret) => viewOf(ClientSecretView, secret)),
  });
}

export function toCreatedClient({ client, secret }: { client: ListedClient; secret?: NewSecret }): CreatedClient {
  return { ...toClient(client), ...(secret && toCreatedSecret(secret)) };
}

export function toCreatedSecret({ secretId, secret }: NewSecret): CreatedSecret {
  return { secret_id: secretId, client_secret: secret };
}

const JWKS = failsWith('INVALID_REQUEST', 'jwks must be an object with a list of public keys');
const END = failsWith('INVALID_REQUEST', 'expires_at must be a time in UNIX epoch seconds, or null');

const NAME = 'For people.';
const SCOPES = 'What its access tokens may be used for.';
const AUDIENCES = 'Where its access tokens may be used: names or URIs, compared byte for byte.';

/** Public keys of assertions. */
function keySet() {
  return f.any<object>(
    {
      type: 'object',
      additionalProperties: true,
      description:
        'The public keys of a client that signs assertions (RFC 7517): 1 to 5 keys for ES256 (P-256), RS256 (2,048 to 4,096 bits) or EdDSA (Ed25519), several with a `kid` each.',
    },
    BoundedObject(JWKS),
  );
}

/** When something ends; null for never. */
function end() {
  return f.any<number | null>(
    {
      type: 'integer',
      nullable: true,
      description: 'When the client and its access tokens end, in UNIX epoch seconds; null for never.',
    },
    ValidateIf((_dto, value) => value !== null),
    IsInt(END),
    Min(0, END),
    Max(LAST_SECOND, END),
  );
}

export class CreateClientRequest extends Request({
  name: f.name(NAME),
  scopes: scopeList('INVALID_REQUEST', SCOPES),
  audiences: audienceList('INVALID_REQUEST', AUDIENCES),
  auth_method: f.optional(
    f.choice(AUTH_METHODS, 'How it authenticates: with a secret, which is the default, or with signed assertions.'),
  ),
  jwks: f.optional(keySet()),
  expires_at: f.optional(end()),
}) {}

export class UpdateClientRequest extends Request({
  name: f.optional(f.name(NAME)),
  scopes: f.optional(scopeList('INVALID_REQUEST', SCOPES)),
  audiences: f.optional(audienceList('INVALID_REQUEST', AUDIENCES)),
  jwks: f.optional(keySet()),
  expires_at: f.optional(end()),
  active: f.optional(f.boolean('Whether it gets access tokens. `false` also ends those that it has.')),
}) {}

/** A line of an export of clients. */
export class ImportedClient extends Request(CreateClientRequest, {
  client_id: f.any<string>(
    { type: String },
    Matches(/^lkc_[\da-f]{32}$/, failsWith('INVALID_REQUEST', 'client_id is not the id of a client')),
  ),
  active: f.flag('Whether it gets access tokens.', true),
}) {}

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
