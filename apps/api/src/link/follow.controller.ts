import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import type { Client } from '@app/tokens';
import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddressLimitGuard } from '../access/address-limit.guard.js';
import { From } from '../wire/client.decorator.js';
import { Endpoint } from '../wire/endpoint.js';
import { LinkToken } from './link-token.decorator.js';
import { LinkUse } from './link-use.js';
import { MagicLinkService } from './magic-link.service.js';
import { type ConfirmedPurpose, confirmPage, pagePolicy, unknownLinkPage } from './pages.js';
import { UndoService } from './undo.service.js';
import { VerificationService } from './verification.service.js';

/** A request to follow a link, and its reply. */
interface Following {
  token: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Where mailed links lead. A `HEAD` uses nothing up. */
@ApiTags('Links')
@Controller('api/auth')
export class FollowController {
  constructor(
    private readonly env: Env,
    private readonly use: LinkUse,
    private readonly magicLinks: MagicLinkService,
    private readonly verifications: VerificationService,
    private readonly undos: UndoService,
  ) {}

  @Get('magic-link/verify')
  @Endpoint({ summary: 'Follow a magic link', limited: true, follows: true, page: true, fails: ['INVALID_LINK'] })
  @UseGuards(AddressLimitGuard)
  openMagicLink(
    @LinkToken() token: string,
    @From() client: Client,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const following = { token, request, reply };
    return this.open(following, 'magic_link', () => this.magicLinks.follow(token, client));
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
  followMagicLink(
    @LinkToken() token: string,
    @From() client: Client,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.go({ token, request, reply }, () => this.magicLinks.follow(token, client));
  }

  @Get('user/verify-email/confirm')
  @Endpoint({ summary: 'Follow a verification link', follows: true, page: true, fails: ['INVALID_LINK'] })
  openVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const following = { token, request, reply };
    return this.open(following, 'verify_email', () => this.verifications.confirm(token, false));
  }

  @Post('user/verify-email/confirm')
  @Endpoint({
    summary: 'Confirm an address from the page of a verification link, which proves it',
    follows: true,
    bodiless: true,
    fails: ['INVALID_LINK'],
  })
  confirmVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.go({ token, request, reply }, () => this.verifications.confirm(token, true));
  }

  @Post('user/verify-email/refuse')
  @Endpoint({
    summary: 'Disown an account from the page of a verification link: ends its sessions and voids its password',
    follows: true,
    bodiless: true,
    fails: ['INVALID_LINK'],
  })
  refuseVerification(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.go({ token, request, reply }, () => this.verifications.refuse(token));
  }

  @Get('user/email/undo')
  @Endpoint({ summary: 'Show the page of an undo link', follows: true, page: true, fails: ['INVALID_LINK'] })
  openUndo(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.open({ token, request, reply }, 'undo_email_change');
  }

  @Post('user/email/undo')
  @Endpoint({
    summary: 'Undo a change of address from the page of an undo link',
    follows: true,
    bodiless: true,
    fails: ['INVALID_LINK'],
  })
  undo(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.go({ token, request, reply }, () => this.undos.undo(token));
  }

  /** Shows the page with the button where there has to be one; else follows the link at once. */
  private async open(following: Following, purpose: ConfirmedPurpose, follow?: () => Promise<string>): Promise<void> {
    const { token, request, reply } = following;
    if (request.method === 'HEAD') await reply.send();
    else if (follow && this.env.linkConfirm === 'none') await this.go(following, follow);
    else await this.orUnknown(request, reply, () => this.showPage(token, purpose, reply));
  }

  private async go({ request, reply }: Following, follow: () => Promise<string>): Promise<void> {
    await this.orUnknown(request, reply, async () => {
      await reply.redirect(await follow(), 302);
    });
  }

  private async showPage(token: string, purpose: ConfirmedPurpose, reply: FastifyReply): Promise<void> {
    const link = await this.use.require(token, purpose);
    const elsewhere = await this.use.unusable(link);
    if (elsewhere === undefined) {
      const policy = pagePolicy(link.target, ...(purpose === 'verify_email' ? [this.env.appUrl] : []));
      await this.send(reply, confirmPage(this.env.appName, link, token), policy);
    } else await reply.redirect(elsewhere, 302);
  }

  /** A person gets a page where a program gets INVALID_LINK. */
  private async orUnknown(request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const forPerson = /\btext\/html\b/i.test(request.headers.accept ?? '');
      if (!forPerson || !(error instanceof ApiError) || error.code !== 'INVALID_LINK') throw error;
      await this.send(reply.status(400), unknownLinkPage(this.env.appName), pagePolicy());
    }
  }

  private async send(reply: FastifyReply, page: string, policy: string): Promise<void> {
    await reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  }
}
