import { Env } from '@app/config';
import { FactorResetService, STOP_PATH } from '@app/flows';
import { Controller, Get, Post, Req, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { sendPage } from '../pages/html-page.js';
import { PageContext } from '../pages/page-context.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { resetStoppedPage, stopResetPage } from '../pages/stop-reset-page.js';
import { LinkToken } from '../wire/link-token.decorator.js';
import { RequestActorInterceptor } from '../wire/request-actor.interceptor.js';

/** The page that stops a reset of factors. It is for people only, so the OpenAPI document does not have it. */
@ApiExcludeController()
@UseFilters(PageErrorFilter)
@UseInterceptors(RequestActorInterceptor)
@Controller(STOP_PATH)
export class StopResetController {
  constructor(
    private readonly env: Env,
    private readonly resets: FactorResetService,
  ) {}

  @Get()
  @Access('public')
  async show(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const reset = await this.resets.findByToken(token);
    await sendPage(reply, 200, stopResetPage(new PageContext(this.env, request), reset, token));
  }

  @Post()
  @Access('public')
  async stop(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.resets.stopByToken(token);
    await sendPage(reply, 200, resetStoppedPage(new PageContext(this.env, request)));
  }
}
