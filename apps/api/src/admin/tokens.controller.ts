import { AdminTokens } from '@app/admin';
import type { Administrator } from '@app/flows';
import { AdminTokenService, CreatedToken, CreateTokenRequest, PageQuery, TokenList, toTokenList } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: tokens')
@Controller('api/admin/tokens')
@UseGuards(AdminGuard)
export class AdminTokensController {
  constructor(
    private readonly service: AdminTokenService,
    private readonly tokens: AdminTokens,
  ) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListTokens', admin: true, answers: TokenList })
  async list(@Query() page: PageQuery): Promise<TokenList> {
    return toTokenList(await this.tokens.list(page));
  }

  @Post()
  @Scopes('write')
  @Endpoint({
    id: 'adminCreateToken',
    admin: true,
    body: CreateTokenRequest,
    answers: CreatedToken,
    fails: ['REAUTHENTICATION_REQUIRED'],
  })
  create(
    @Body() { name, scopes, expires_at }: CreateTokenRequest,
    @Admin() admin: Administrator,
  ): Promise<CreatedToken> {
    return this.service.create({ name, scopes, expiresAt: expires_at ?? null }, admin);
  }

  @Delete(':id')
  @Scopes('write')
  @Endpoint({ id: 'adminRevokeToken', admin: true, bodiless: true, fails: ['TOKEN_NOT_FOUND'] })
  revoke(@Param('id') id: string, @Admin() admin: Administrator): Promise<void> {
    return this.service.revoke(id, admin);
  }
}
