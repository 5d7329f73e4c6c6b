import { Controller, Get, Post, Req, Res, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { readForm } from '../http/body/read-form.js';
import { sendPage } from '../pages/html-page.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { LinkToken } from '../wire/link-token.decorator.js';
import { RequestActorInterceptor } from '../wire/request-actor.interceptor.js';
import { ResetPageService } from './reset-page.service.js';

/** The page for a new password. It is for people only, so the OpenAPI document does not have it. */
@ApiExcludeController()
@UseFilters(PageErrorFilter)
@UseInterceptors(RequestActorInterceptor)
@Controller('api/auth/reset-password/page')
export class ResetPageController {
  constructor(private readonly pages: ResetPageService) {}

  @Get()
  @Access('public')
  async show(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendPage(reply, 200, await this.pages.show(token, request));
  }

  @Post()
  @Access('public', { limited: true })
  async submit(@LinkToken() token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = Object.fromEntries(await readForm(request));
    await sendPage(reply, 200, await this.pages.submit(token, request, form));
  }
}
