import { type AdminToken, SCOPES, type Scope } from '@app/admin';
import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import type { Taken } from '@app/flows';
import { KEY_STATES, type KeyState, type ListedKey } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import {
  EpochSeconds,
  GivenName,
  LastUse,
  OptionalBoolean,
  OptionalSeconds,
  Time,
  TimeOrNull,
  toTimes,
} from '../wire/fields.dto.js';
import { PageView, toPage } from '../wire/parameters.dto.js';

const SCOPE_LIST = failsWith('INVALID_REQUEST', `scopes must be a list of ${SCOPES.join(', ')}`);

export class CreateTokenRequest {
  @GivenName('The purpose of the token.')
  name!: string;

  @IsArray(SCOPE_LIST)
  @ArrayMinSize(1, SCOPE_LIST)
  @ArrayMaxSize(SCOPES.length, SCOPE_LIST)
  @ArrayUnique(SCOPE_LIST)
  @IsIn(SCOPES, { each: true, ...SCOPE_LIST })
  @ApiProperty({ enum: SCOPES, isArray: true, description: 'The allowed operations.' })
  scopes!: Scope[];

  @OptionalSeconds('When the token expires. Default: never. Required of a user, and at most 90 days ahead.')
  expires_at?: number;
}

export class ExpireTokenRequest {
  @EpochSeconds('When the token expires: sooner than before.')
  expires_at!: number;
}

export class RevokeTokenRequest {
  @OptionalBoolean('Whether another person had the token: then what it has made is disabled, too.', { default: false })
  stolen?: boolean;

  @OptionalSeconds('Only with `stolen`: what the token has made before this time stays. Default: nothing stays.')
  since?: number;
}

export class TakenView implements Taken {
  @TakenIds('Disabled clients: made, or widened, or given a secret.')
  clients!: string[];

  @TakenIds('Disabled providers: made, or led to another place.')
  providers!: string[];

  @TakenIds('Disabled webhooks: made, widened, or given a secret.')
  webhooks!: string[];

  @TakenIds(
    'Users who are disabled, since the token had made them with a password or another way to sign in, or secured, since it had opened or changed their accounts.',
  )
  users!: string[];

  @TakenIds('Users who lost their admin scopes: the token had given some, or opened the account.')
  scopes!: string[];

  @TakenIds('Revoked admin tokens that it, or one of these users, had made.')
  tokens!: string[];
}

function TakenIds(description: string): PropertyDecorator {
  return ApiProperty({ type: [String], description });
}

export class CreatedToken {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'Shown only once.' })
  token!: string;
}

export class TokenView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes!: Scope[];

  @ApiProperty({
    description:
      'Who made the token: `user:<uid>` or `admin:<token id>`, within whose rights it works; `cli`; `env` for `ADMIN_TOKEN`; ' +
      '`system` or `console` for one of a start.',
  })
  created_by!: string;

  @Time()
  created_at!: number;

  @TimeOrNull('if it does not expire')
  expires_at!: number | null;

  @LastUse()
  last_used_at!: number | null;
}

export class TokenList extends PageView {
  @ApiProperty({ type: [TokenView], description: 'Tokens that are not revoked, newest first.' })
  tokens!: TokenView[];
}

export function toTokenList(page: ListPage<AdminToken>): TokenList {
  return { tokens: page.rows.map(toTokenView), ...toPage(page) };
}

export function toTokenView({ id, name, scopes, createdBy, ...times }: AdminToken): TokenView {
  return { id, name, scopes, created_by: createdBy, ...toTimes(times) };
}

export class KeyView {
  @ApiProperty({ description: 'The `kid` in the header of each token that the key signed.' })
  kid!: string;

  @ApiProperty({ example: 'ES256' })
  alg!: string;

  @ApiProperty({
    enum: KEY_STATES,
    description: '`next` is published and will sign later, `active` signs, `retired` only verifies older tokens.',
  })
  state!: KeyState;

  @Time()
  created_at!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When the key starts or started to sign, in UNIX epoch seconds; null before its rotation.',
  })
  activates_at!: number | null;
}

export class KeyList extends PageView {
  @ApiProperty({ type: [KeyView], description: 'Newest first.' })
  keys!: KeyView[];
}

export class RotatedKey {
  @ApiProperty({ description: 'The key that will sign.' })
  kid!: string;
}

export function toKeyList(page: ListPage<ListedKey>): KeyList {
  return { keys: page.rows.map(toKeyView), ...toPage(page) };
}

function toKeyView({ kid, alg, state, createdAt, activatesAt }: ListedKey): KeyView {
  return { kid, alg, state, created_at: createdAt, activates_at: activatesAt };
}
