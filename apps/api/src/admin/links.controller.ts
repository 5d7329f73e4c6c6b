import { AdminLinkService, RedirectUrls } from '@app/flows';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { CreatedLink, CreateLinkRequest, toCreatedLink } from './links.dto.js';

@ApiTags('Admin: links')
@Controller('api/admin/links')
export class AdminLinksController {
  constructor(
    private readonly service: AdminLinkService,
    private readonly redirects: RedirectUrls,
  ) {}

  @Post()
  @Endpoint({
    id: 'adminCreateLink',
    body: CreateLinkRequest,
    answers: CreatedLink,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'USER_NOT_FOUND', 'USER_DISABLED', 'EMAIL_ALREADY_VERIFIED'],
  })
  @Access('admin', 'write', { makes: 'link' })
  async create(
    @Body() { type: purpose, email, next_url, reset_url, sign_up }: CreateLinkRequest,
  ): Promise<CreatedLink> {
    const target = this.redirects.check(purpose === 'reset_password' ? reset_url : next_url);
    return toCreatedLink(await this.service.create({ purpose, email, target, signUp: sign_up ?? false }));
  }
}
