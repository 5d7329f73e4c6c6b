import type { ApiKey } from '@app/clients';
import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { OptionalText, Text } from '../input/fields.js';
import { PageView, toPage } from '../input/page.dto.js';
import { LastUse, Time, toTimes } from '../input/times.js';
import type { NewApiKey } from './api-keys.service.js';
import { AudienceList, MachineName, ScopeList } from './machine-fields.js';
import { wordsOf } from './machine-scopes.js';

const ONE_YEAR = 365 * 86_400;
const LIFETIME = failsWith('INVALID_REQUEST', `expires_in must be an integer from 1 to ${ONE_YEAR}`);

export class CreateApiKeyRequest {
  @MachineName('For the user.')
  name!: string;

  @ScopeList('INVALID_SCOPE', 'What its access tokens may be used for, out of `API_KEY_SCOPES`.')
  scopes!: string[];

  @AudienceList(
    'INVALID_AUDIENCE',
    'Where, out of `API_KEY_AUDIENCES`. Default: the only one that is listed there.',
    true,
  )
  audiences?: string[];

  @IsInt(LIFETIME)
  @Min(1, LIFETIME)
  @Max(ONE_YEAR, LIFETIME)
  @ApiProperty({ type: 'integer', minimum: 1, maximum: ONE_YEAR, description: 'In how many seconds the key expires.' })
  expires_in!: number;
}

export class CreatedApiKey {
  @ApiProperty()
  key_id!: string;

  @ApiProperty({ description: 'Shown only once.' })
  key!: string;
}

export class KeyTokenRequest {
  @Text('INVALID_API_KEY', 'An API key of a user.')
  key!: string;

  @OptionalText('INVALID_SCOPE', 'The scopes, separated by blanks. Default: all that are left to the key.')
  scope?: string;

  @OptionalText('INVALID_AUDIENCE', 'The audience. Default: the only one of the key.')
  audience?: string;
}

export class KeyTokenView {
  @ApiProperty()
  access_token!: string;

  @ApiProperty({ type: 'integer', description: 'When the token expires, in UNIX epoch seconds.' })
  expiry!: number;

  @ApiProperty({ description: 'The scopes of the token, separated by blanks.' })
  scope!: string;
}

export class ApiKeyView {
  @ApiProperty({ description: 'The part of the key after `lk_`.' })
  key_id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: [String] })
  scopes!: string[];

  @ApiProperty({ type: [String] })
  audiences!: string[];

  @Time()
  created_at!: number;

  @Time()
  expires_at!: number;

  @LastUse()
  last_used_at!: number | null;
}

export class OwnedApiKeyView extends ApiKeyView {
  @ApiProperty({ format: 'uuid' })
  uid!: string;
}

export class ApiKeyList {
  @ApiProperty({
    type: [ApiKeyView],
    description: 'Newest first. Expired ones stay for 30 days, and revoked ones not.',
  })
  api_keys!: ApiKeyView[];
}

export class AllApiKeys extends PageView {
  @ApiProperty({ type: [OwnedApiKeyView], description: 'Newest first.' })
  api_keys!: OwnedApiKeyView[];
}

export function toNewApiKey({ name, scopes, audiences, expires_in: lifetime }: CreateApiKeyRequest): NewApiKey {
  return { name, scopes, audiences, lifetime };
}

export function toApiKeyList(keys: ApiKey[]): ApiKeyList {
  return { api_keys: keys.map(toApiKey) };
}

export function toAllApiKeys(page: ListPage<ApiKey>): AllApiKeys {
  return { api_keys: page.rows.map((key) => ({ uid: key.uid, ...toApiKey(key) })), ...toPage(page) };
}

function toApiKey({ keyId, name, scopes, audiences, ...times }: ApiKey): ApiKeyView {
  return { key_id: keyId, name, scopes: wordsOf(scopes), audiences: wordsOf(audiences), ...toTimes(times) };
}
