import { AddressConfirmationService, AddressUndoService, FactorsUndoService, SignInRefusalService } from '@app/flows';
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
    private readonly confirmations: AddressConfirmationService,
    private readonly addresses: AddressUndoService,
    private readonly factors: FactorsUndoService,
    private readonly signIns: SignInRefusalService,
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
    return this.replies.ask(visit, 'confirm_email', (link) => this.confirmations.describe(link));
  }

  @Post('email/confirm')
  @Endpoint({ id: 'confirmEmail', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  confirm(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.confirmations.confirm(token));
  }

  @Get('email/undo')
  @Endpoint({ id: 'openEmailUndo', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openEmailUndo(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'undo_email_change', (link) => this.addresses.describe(link));
  }

  @Post('email/undo')
  @Endpoint({ id: 'undoEmailChange', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  undoEmail(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.addresses.undo(token));
  }

  @Get('factors/undo')
  @Endpoint({ id: 'openFactorsUndo', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openFactorsUndo(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'undo_factors', (link) => this.factors.describe(link));
  }

  @Post('factors/undo')
  @Endpoint({ id: 'undoFactors', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  undoFactors(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.factors.undo(token));
  }

  @Get('sign-in/refuse')
  @Endpoint({ id: 'openSignInRefusal', follows: true, page: true, fails: ['INVALID_LINK'] })
  @Access('public')
  openSignInRefusal(
    @LinkToken() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = { token, request, reply };
    return this.replies.ask(visit, 'refuse_sign_in', (link) => this.signIns.describe(link));
  }

  @Post('sign-in/refuse')
  @Endpoint({ id: 'refuseSignIn', follows: true, bodiless: true, fails: ['INVALID_LINK'] })
  @Access('public')
  refuseSignIn(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.replies.redirect({ token, request, reply }, () => this.signIns.refuse(token));
  }
}
