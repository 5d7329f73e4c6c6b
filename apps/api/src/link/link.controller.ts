import { BearerGuard, Caller, type CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import type { Client } from '@app/tokens';
import { Body, Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
import { ExistingUserGuard } from '../account/active-user.guard.js';
import { From } from '../wire/client.decorator.js';
import { Endpoint } from '../wire/endpoint.js';
import { confirmPage, confirmPolicy } from './confirm-page.js';
import { FollowService } from './follow.service.js';
import { MagicLinkRequest, VerifyEmailRequest } from './link.dto.js';
import { LinkService } from './link.service.js';
import { LinkToken } from './link-token.decorator.js';

@ApiTags('Links')
@Controller('api/auth')
export class LinkController {
  constructor(
    private readonly env: Env,
    private readonly links: LinkService,
    private readonly follow: FollowService,
  ) {}

  @Post('magic-link')
  @Endpoint({
    summary: 'Mail a link that signs in',
    limited: true,
    body: MagicLinkRequest,
    fails: ['INVALID_EMAIL', 'INVALID_REDIRECT_URL', 'EMAIL_NOT_CONFIGURED', 'USER_NOT_FOUND', 'USER_DISABLED'],
  })
  @UseGuards(AddressLimitGuard)
  sendMagicLink(@Body() { email, sign_up: signUp = false, next_url: nextUrl }: MagicLinkRequest): Promise<void> {
    return this.links.sendMagicLink(email, signUp, nextUrl);
  }

  @Get('magic-link/verify')
  @Endpoint({ summary: 'Follow a magic link', limited: true, follows: true, fails: ['INVALID_LINK'] })
  @UseGuards(AddressLimitGuard)
  async openMagicLink(
    @LinkToken() token: string,
    @From() client: Client,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') await reply.send();
    else if (this.env.magicLinkConfirm === 'page') await this.showPage(token, reply);
    else await reply.redirect(await this.follow.followMagicLink(token, client), 302);
  }

  @Post('magic-link/verify')
  @Endpoint({
    summary: 'Follow a magic link from the page before it',
    limited: true,
    follows: true,
    bodiless: true,
    fails: ['INVALID_LINK'],
  })
  @UseGuards(AddressLimitGuard)
  async followMagicLink(@LinkToken() token: string, @From() client: Client, @Res() reply: FastifyReply): Promise<void> {
    await reply.redirect(await this.follow.followMagicLink(token, client), 302);
  }

  @Post('user/verify-email')
  @Endpoint({
    summary: 'Mail a link that verifies the email of the signed-in user',
    bearer: true,
    body: VerifyEmailRequest,
    fails: [
      'INVALID_REDIRECT_URL',
      'EMAIL_NOT_CONFIGURED',
      'USER_NOT_FOUND',
      'EMAIL_ALREADY_VERIFIED',
      'TOO_MANY_REQUESTS',
    ],
  })
  @UseGuards(BearerGuard, ExistingUserGuard)
  sendVerification(@Caller() { uid }: CallerIdentity, @Body() body: VerifyEmailRequest): Promise<void> {
    return this.links.sendVerification(uid, body.next_url);
  }

  @Get('user/verify-email/confirm')
  @Endpoint({ summary: 'Follow a verification link', follows: true, fails: ['INVALID_LINK'] })
  async followVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') await reply.send();
    else await reply.redirect(await this.follow.followVerification(token), 302);
  }

  private async showPage(token: string, reply: FastifyReply): Promise<void> {
    const { target, usable } = await this.follow.peek(token);
    if (!usable) {
      await reply.redirect(target, 302);
      return;
    }
    reply.header('content-security-policy', confirmPolicy(target));
    await reply.type('text/html; charset=utf-8').send(confirmPage(this.env.appName, token));
  }
}
