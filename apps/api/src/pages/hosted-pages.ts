import { createHash } from 'node:crypto';
import { type Branding, Env } from '@app/config';
import { ApiError } from '@app/errors';
import { RedirectUrls, STRENGTHS } from '@app/flows';
import { Controller, Get, Header, Headers, Param, Redirect, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { BuiltPages, sendFile } from '../files/static-files.js';
import { isNotModified } from '../well-known/well-known.controller.js';
import { LAST_SECOND } from '../wire/fields.dto.js';
import { PageContext, pageAbout, sendPage } from './html-page.js';

const CACHE_SECONDS = 3_600;

/** Leads password managers and passkey managers to the account page, where both are changed. */
@ApiExcludeController()
@Controller('.well-known')
export class AccountUrlsController {
  private readonly account: string;

  constructor(env: Env) {
    this.account = `${env.baseUrl}/account`;
  }

  /** A well-known URL for changing passwords (W3C). */
  @Get('change-password')
  @Redirect()
  @Access('public')
  changePassword(): { url: string } {
    return { url: this.account };
  }

  /** A well-known URL for relying party passkey endpoints (W3C). */
  @Get('passkey-endpoints')
  @Header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  @Access('public')
  passkeyEndpoints(): { enroll: string; manage: string } {
    return { enroll: this.account, manage: this.account };
  }
}

/** A browser that opens the logo as a page runs and loads nothing. Attributes of the drawing may have styles. */
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** The files of `BRANDING_DIR`, as they were checked at the start. */
@ApiExcludeController()
@Controller('branding')
export class BrandingController {
  private readonly branding: Branding | undefined;

  constructor({ pages }: Env) {
    this.branding = pages.branding;
  }

  /** Empty without a theme, so that a page can always link to it. */
  @Get('theme.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Access('public')
  theme(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    return this.send(this.branding?.theme?.css ?? '', known, reply);
  }

  /** @throws {ApiError} NOT_FOUND */
  @Get('logo.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Content-Security-Policy', DRAWING)
  @Access('public')
  logo(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    return this.send(this.branding?.logo, known, reply);
  }

  /** @throws {ApiError} NOT_FOUND */
  @Get('texts/:file')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Access('public')
  texts(
    @Param('file') file: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const texts = this.branding?.texts.get(file.replace(/\.json$/, ''));
    return this.send(texts && JSON.stringify(texts), known, reply);
  }

  private async send(text: string | undefined, known: string | undefined, reply: FastifyReply): Promise<void> {
    if (text === undefined) throw new ApiError('NOT_FOUND');
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    reply.header('cache-control', 'no-cache').header('cross-origin-resource-policy', 'same-origin');
    await reply.send(isNotModified(etag, known, reply) ? undefined : text);
  }
}

const DIGITS = /^\d{1,10}$/;

/** Whether the service can do what a product demands of a sign-in: left out, or one known value each. */
function isKnownDemand({ acr, max_age: maxAge }: Record<string, unknown>): boolean {
  return (acr === undefined || STRENGTHS.some((known) => known === acr)) && (maxAge === undefined || isAge(maxAge));
}

function isAge(value: unknown): boolean {
  return typeof value === 'string' && DIGITS.test(value) && Number(value) <= LAST_SECOND;
}

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
