import type { Administrator } from '@app/flows';
import { AdminLinkService, RedirectUrls } from '@app/flows';
import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { CreatedLink, CreateLinkRequest, toCreatedLink } from './links.dto.js';

@ApiTags('Admin: links')
@Controller('api/admin/links')
@UseGuards(AdminGuard)
export class AdminLinksController {
  constructor(
    private readonly service: AdminLinkService,
    private readonly redirects: RedirectUrls,
  ) {}

  @Post()
  @Scopes('write')
  @Endpoint({
    id: 'adminCreateLink',
    admin: true,
    body: CreateLinkRequest,
    answers: CreatedLink,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'USER_NOT_FOUND', 'USER_DISABLED', 'EMAIL_ALREADY_VERIFIED'],
  })
  async create(
    @Body() { type: purpose, email, next_url, reset_url, sign_up }: CreateLinkRequest,
    @Admin() admin: Administrator,
  ): Promise<CreatedLink> {
    const target = this.redirects.check(purpose === 'reset_password' ? reset_url : next_url);
    return toCreatedLink(await this.service.create({ purpose, email, target, signUp: sign_up ?? false }, admin));
  }
}
