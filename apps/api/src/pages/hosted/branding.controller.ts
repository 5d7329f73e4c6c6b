import { createHash } from 'node:crypto';
import { type Branding, Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Controller, Get, Header, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../access/access.decorator.js';
import { isNotModified } from '../../well-known/etag.js';

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
