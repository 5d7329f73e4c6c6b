import { AdminTokens } from '@app/admin';
import { AdminTokenService, OperationsService } from '@app/flows';
import { SigningKeys } from '@app/tokens';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageQuery } from '../wire/parameters.dto.js';
import {
  CreatedToken,
  CreateTokenRequest,
  ExpireTokenRequest,
  KeyList,
  RevokeTokenRequest,
  RotatedKey,
  TakenView,
  TokenList,
  TokenView,
  toKeyList,
  toTokenList,
  toTokenView,
} from './tokens.dto.js';

const OF_TOKEN = { id: 'The `id` of an admin token.' };

@ApiTags('Admin: tokens')
@Controller('api/admin/tokens')
export class AdminTokensController {
  constructor(
    private readonly service: AdminTokenService,
    private readonly tokens: AdminTokens,
  ) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListTokens',
    summary: 'List the admin tokens',
    description: 'With their scopes and last use, without the tokens themselves.',
    answers: TokenList,
  })
  async list(@Query() page: PageQuery): Promise<TokenList> {
    return toTokenList(await this.tokens.list(page));
  }

  @Endpoint('POST', Access('admin', 'write', { makes: 'admin_token' }), {
    id: 'adminCreateToken',
    summary: 'Create an admin token',
    description:
      'Only this answer contains the token. It works while its maker works and has its scopes. A user who makes one needs a recent second factor, and gives it an end at most 90 days ahead.',
    body: CreateTokenRequest,
    answers: CreatedToken,
  })
  create(@Body() { name, scopes, expires_at }: CreateTokenRequest): Promise<CreatedToken> {
    return this.service.create({ name, scopes, expiresAt: expires_at ?? null });
  }

  @Endpoint('PATCH :id', Access('admin', 'write', 'changes'), {
    id: 'adminChangeToken',
    summary: 'Let an admin token expire sooner',
    description:
      'The time can only be brought forward. Sessions in which the token, or one that it has made, acts as a user end at once if they would outlive it.',
    parameters: OF_TOKEN,
    body: ExpireTokenRequest,
    answers: TokenView,
    fails: ['TOKEN_NOT_FOUND'],
  })
  async expire(@Param('id') id: string, @Body() { expires_at }: ExpireTokenRequest): Promise<TokenView> {
    return toTokenView(await this.service.expireAt(id, expires_at));
  }

  @Endpoint('DELETE :id', Access('admin', 'write', { makes: 'theft' }), {
    id: 'adminRevokeToken',
    summary: 'Revoke an admin token',
    description:
      'The token and those that it has made are refused from then on, and the sessions in which they act as users end. What they have begun and sent stays: unused links, new emails of users, resets of factors. With `stolen` this ends, too, and what they, and who worked for them, have made is disabled: clients, providers and webhooks, also those of others that they have widened; users with a password or another way to sign in; and admin scopes. Accounts that they have opened or changed are secured as by the button of their owners. The answer lists all of this. With `since` only what was done from that second on. Without `stolen` the answer is empty. `stolen` works for a token that has expired or was revoked before, too; it needs all scopes of the token, and in the console a factor shown of late.',
    parameters: OF_TOKEN,
    body: RevokeTokenRequest,
    either: [TakenView],
    fails: ['TOKEN_NOT_FOUND'],
  })
  revoke(@Param('id') id: string, @Body() { stolen, since }: RevokeTokenRequest): Promise<TakenView | undefined> {
    return this.service.revoke(id, stolen, since);
  }
}

@ApiTags('Admin: keys')
@Controller('api/admin/keys')
export class AdminKeysController {
  constructor(
    private readonly service: OperationsService,
    private readonly keys: SigningKeys,
  ) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListKeys',
    summary: 'List the signing keys',
    description: 'Without the private keys.',
    answers: KeyList,
  })
  async list(@Query() page: PageQuery): Promise<KeyList> {
    return toKeyList(await this.keys.list(page));
  }

  @Endpoint('POST rotate', Access('admin', 'write', { makes: 'signing_key' }), {
    id: 'adminRotateKey',
    summary: 'Rotate the signing key',
    description:
      'The next key signs when it has been published long enough. No user is signed out. The answer names the next key.',
    answers: RotatedKey,
  })
  async rotate(): Promise<RotatedKey> {
    return { kid: await this.service.rotateKey() };
  }
}
