import { MagicLinkService, VerificationService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { LinkToken } from '../wire/link-token.decorator.js';
import { LinkReply } from './link-reply.js';

/** The endpoints to which mailed links lead. */
@ApiTags('Links')
@UseFilters(PageErrorFilter)
@Controller('api/auth')
export class FollowLinkController {
  constructor(
    private readonly replies: LinkReply,
    private readonly magicLinks: MagicLinkService,
    private readonly verifications: VerificationService,
  ) {}

  @Get('magic-link/verify')
  @Endpoint({ id: 'openMagicLink', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public', { limited: true })
  async openMagicLink(
    @LinkToken() token: string,
    @ClientInfo() client: Client,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    if (await this.replies.showScreen(visit, () => this.magicLinks.screenOf(token))) return undefined;
    return this.replies.open(visit, 'magic_link', () => this.magicLinks.follow(token, client));
  }

  @Post('magic-link/verify')
  @Endpoint({ id: 'followMagicLink', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public', { limited: true })
  async followMagicLink(
    @LinkToken() token: string,
    @ClientInfo() client: Client,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    if (await this.replies.showScreen(visit, () => this.magicLinks.screenOf(token))) return undefined;
    return this.replies.redirect(visit, () => this.magicLinks.follow(token, client));
  }

  @Get('user/verify-email/confirm')
  @Endpoint({ id: 'openVerification', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.open(visit, 'verify_email', () => this.verifications.confirm(token, false));
  }

  @Post('user/verify-email/confirm')
  @Endpoint({ id: 'confirmVerification', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  confirmVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.verifications.confirm(token, true));
  }

  @Post('user/verify-email/refuse')
  @Endpoint({ id: 'refuseVerification', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  refuseVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.verifications.disown(token));
  }
}
