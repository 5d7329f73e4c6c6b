import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Controller, Get, Header, HttpCode, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { BuiltPages } from '../../files/built-pages.js';
import { prefersPage } from '../accept.js';
import { arrivalPage, homePage } from '../home-page.js';
import { sendPage } from '../html-page.js';
import { PageContext } from '../page-context.js';
import { problemPage } from '../problem-page.js';
import { InboxUrl } from './inbox-url.js';

/** The root of the service: a page for browsers. It is also the default target of links, so it shows their results. */
@ApiExcludeController()
@Controller()
export class HomeController {
  constructor(
    private readonly env: Env,
    private readonly inbox: InboxUrl,
    private readonly pages: BuiltPages,
  ) {}

  /** Browsers ask for it with every page that names no icon, and report a failure. */
  @Get('favicon.ico')
  @HttpCode(204)
  @Header('Cache-Control', 'public, max-age=86400')
  @Access('public')
  icon(): void {}

  /** @throws {ApiError} NOT_FOUND for a program */
  @Get()
  @Access('public')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!prefersPage(request.headers.accept)) throw new ApiError('NOT_FOUND');
    const { error, rt } = request.query as Record<string, unknown>;
    const context = new PageContext(this.env, request);
    const problem = typeof error === 'string' ? problemPage(context, error) : undefined;
    const page =
      rt === undefined
        ? homePage(this.env, { inbox: this.inbox.url, console: this.pages.console.built }, context)
        : arrivalPage(this.env, context);
    await sendPage(reply, 200, problem ?? page);
  }
}
