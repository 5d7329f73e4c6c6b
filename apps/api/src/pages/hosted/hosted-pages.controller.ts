import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { RedirectUrls } from '@app/flows';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { BuiltPages } from '../../files/built-pages.js';
import { sendFile } from '../../files/send-file.js';
import { sendPage } from '../html-page.js';
import { PageContext } from '../page-context.js';
import { pageAbout } from '../problem-page.js';
import { isKnownDemand } from './sign-in-query.js';

const CHALLENGE = /^[\w-]{43}$/;
const BAD_REQUEST = 400;

/** The sign-in pages and their files. They are the same for every client: all else comes from the API. */
@ApiExcludeController()
@Controller()
export class HostedPagesController {
  constructor(
    private readonly env: Env,
    private readonly pages: BuiltPages,
    private readonly redirects: RedirectUrls,
  ) {}

  /** A link with a wrong target or an unknown demand is a page, and leads nowhere. */
  @Get(['sign-in', 'reset-password'])
  @Access('public')
  async signIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = request.query as Record<string, unknown>;
    const problem = this.problemOf(query);
    if (!problem) return this.page(request, reply);
    await sendPage(reply, BAD_REQUEST, pageAbout(new PageContext(this.env, request), problem));
  }

  @Get('account')
  @Access('public')
  account(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.page(request, reply);
  }

  /**
   * `@latchkey/client` as one module, for products whose pages have no build. It is the same for everybody, so a page of any origin
   * may load it: what it may call is decided call by call.
   * @throws {ApiError} NOT_FOUND
   */
  @Get('client.js')
  @Access('public')
  async client(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    await this.send('client.js', request, reply);
  }

  /** @throws {ApiError} NOT_FOUND */
  @Get('pages/*')
  @Access('public')
  async file(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(`pages/${path}`, request, reply);
  }

  private page(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return this.send('', request, reply);
  }

  private async send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const file = this.pages.signIn.find(path);
    if (!file) throw new ApiError('NOT_FOUND');
    await sendFile(file, request, reply);
  }

  /** What is wrong with the request of a product; undefined where none has asked, or a known one with all that its code needs. */
  private problemOf(query: Record<string, unknown>) {
    const { next_url: nextUrl, code_challenge: challenge } = query;
    if (nextUrl !== undefined || challenge !== undefined) {
      if (typeof nextUrl !== 'string' || !this.redirects.allow(nextUrl)) return 'INVALID_REDIRECT_URL';
      if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) return 'INVALID_CHALLENGE';
    }
    return isKnownDemand(query) ? undefined : 'UNKNOWN_DEMAND';
  }
}
