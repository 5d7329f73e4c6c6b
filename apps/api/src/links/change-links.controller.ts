import { EmailChange, SecureAccountService } from '@app/flows';
import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { LinkToken } from '../wire/link-token.decorator.js';
import { LinkReply } from './link-reply.js';

/** The endpoints to which the links about changes of an account lead. A button always comes first. */
@ApiTags('Links')
@UseFilters(PageErrorFilter)
@Controller('api/auth/user')
export class ChangeLinksController {
  constructor(
    private readonly replies: LinkReply,
    private readonly emails: EmailChange,
    private readonly accounts: SecureAccountService,
  ) {}

  @Get('email/confirm')
  @Endpoint({ id: 'openEmailConfirmation', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openConfirmation(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'confirm_email', (link) => this.emails.describe(link));
  }

  @Post('email/confirm')
  @Endpoint({ id: 'confirmEmail', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  confirm(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.emails.confirm(token));
  }

  @Get('secure')
  @Endpoint({ id: 'openSecureAccount', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openSecure(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'secure_account', (link) => this.accounts.describe(link));
  }

  @Post('secure')
  @Endpoint({ id: 'secureAccount', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  secure(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.accounts.secure(token));
  }
}
