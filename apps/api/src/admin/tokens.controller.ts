import { AdminTokens } from '@app/admin';
import type { Administrator } from '@app/flows';
import { AdminTokenService, CreatedToken, CreateTokenRequest, PageQuery, TokenList, toTokenList } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

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
  create(
    @Body() { name, scopes, expires_at }: CreateTokenRequest,
    @Admin() admin: Administrator,
  ): Promise<CreatedToken> {
    return this.service.create({ name, scopes, expiresAt: expires_at ?? null }, admin);
  }

  @Delete(':id')
  @Endpoint({ id: 'adminRevokeToken', bodiless: true, fails: ['TOKEN_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  revoke(@Param('id') id: string, @Admin() admin: Administrator): Promise<void> {
    return this.service.revoke(id, admin);
  }
}
