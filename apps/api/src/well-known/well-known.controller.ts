import { Env } from '@app/config';
import { RevocationService } from '@app/flows';
import { JWKS_CACHE_SECONDS, SigningKeys } from '@app/tokens';
import { Controller, Get, Header, Headers, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { isNotModified } from './etag.js';
import { IssuerMetadata, JwkSet, RevocationList, RevocationQuery, toIssuerMetadata } from './well-known.dto.js';

@ApiTags('For other services')
@Controller('.well-known')
export class WellKnownController {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
    private readonly revocations: RevocationService,
  ) {}

  @Get('openid-configuration')
  @Header('Cache-Control', `public, max-age=${JWKS_CACHE_SECONDS}`)
  @Endpoint({ id: 'getIssuerMetadata', answers: IssuerMetadata, noEvents: true, independent: true })
  @Access('public')
  metadata(): IssuerMetadata {
    return toIssuerMetadata(this.env);
  }

  @Get('jwks.json')
  @Header('Cache-Control', `public, max-age=${JWKS_CACHE_SECONDS}`)
  @Endpoint({ id: 'getKeySet', answers: JwkSet, noEvents: true })
  @Access('public')
  jwks(): JwkSet {
    return { keys: this.keys.publicJwks() };
  }

  @Get('revocations')
  @Header('Cache-Control', 'public, max-age=1')
  @Endpoint({ id: 'listRevocations', conditional: true, answers: RevocationList, noEvents: true })
  @Access('public')
  async revoked(
    @Query() { after }: RevocationQuery,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevocationList | undefined> {
    const page = await this.revocations.page(after);
    return isNotModified(page.etag, known, reply) ? undefined : this.revocations.sign(page);
  }
}
