import { AdminTokens } from '@app/admin';
import { AdminTokenService, OperationsService } from '@app/flows';
import { SigningKeys } from '@app/tokens';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
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

@ApiTags('Admin: tokens')
@Controller('api/admin/tokens')
export class AdminTokensController {
  constructor(
    private readonly service: AdminTokenService,
    private readonly tokens: AdminTokens,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListTokens', answers: TokenList })
  @Access('admin', 'read', 'reads')
  async list(@Query() page: PageQuery): Promise<TokenList> {
    return toTokenList(await this.tokens.list(page));
  }

  @Post()
  @Endpoint({
    id: 'adminCreateToken',
    body: CreateTokenRequest,
    answers: CreatedToken,
  })
  @Access('admin', 'write', { makes: 'admin_token' })
  create(@Body() { name, scopes, expires_at }: CreateTokenRequest): Promise<CreatedToken> {
    return this.service.create({ name, scopes, expiresAt: expires_at ?? null });
  }

  @Patch(':id')
  @Endpoint({ id: 'adminChangeToken', body: ExpireTokenRequest, answers: TokenView, fails: ['TOKEN_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  async expire(@Param('id') id: string, @Body() { expires_at }: ExpireTokenRequest): Promise<TokenView> {
    return toTokenView(await this.service.expireAt(id, expires_at));
  }

  @Delete(':id')
  @Endpoint({ id: 'adminRevokeToken', body: RevokeTokenRequest, either: [TakenView], fails: ['TOKEN_NOT_FOUND'] })
  @Access('admin', 'write', { makes: 'theft' })
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

  @Get()
  @Endpoint({ id: 'adminListKeys', answers: KeyList })
  @Access('admin', 'read', 'reads')
  async list(@Query() page: PageQuery): Promise<KeyList> {
    return toKeyList(await this.keys.list(page));
  }

  @Post('rotate')
  @Endpoint({ id: 'adminRotateKey', bodiless: true, answers: RotatedKey })
  @Access('admin', 'write', { makes: 'signing_key' })
  async rotate(): Promise<RotatedKey> {
    return { kid: await this.service.rotateKey() };
  }
}
