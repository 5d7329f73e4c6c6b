import { Env } from '@app/config';
import { databaseFailure } from '@app/database';
import { type ApiError, ERRORS, ErrorFilter } from '@app/errors';
import { LINK_PATHS } from '@app/flows';
import { type ArgumentsHost, Catch } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefersPage } from './accept.js';
import { sendPage } from './html-page.js';
import { PageContext } from './page-context.js';
import { pageAbout, problemPage } from './problem-page.js';

/** Answers the errors of endpoints that people open: by a page if the client is a browser, otherwise like all errors. */
@Catch()
export class PageErrorFilter extends ErrorFilter {
  constructor(
    host: HttpAdapterHost,
    private readonly env: Env,
  ) {
    super(host, databaseFailure);
  }

  protected override answer(error: ApiError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const context = new PageContext(this.env, request);
    const secured = error.code === 'LINK_ALREADY_USED' && request.url.includes(`/${LINK_PATHS.secure_account}`);
    const page = secured ? pageAbout(context, 'ACCOUNT_SECURED') : problemPage(context, error.code);
    const isBrowser = prefersPage(request.headers.accept);
    if (page && isBrowser) void sendPage(http.getResponse<FastifyReply>(), ERRORS[error.code][0], page);
    else super.answer(error, host);
  }
}
