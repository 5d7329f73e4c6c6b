import { JWKS_CACHE_SECONDS, SigningKeys } from '@app/tokens';
import { Controller, Get, Header, Headers, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Endpoint } from '../wire/endpoint.js';
import { JwkSet, RevocationList, RevocationQuery } from './discovery.dto.js';
import { isKnown } from './is-known.js';
import { RevocationService } from './revocations.service.js';

@ApiTags('For other services')
@Controller('.well-known')
export class DiscoveryController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly revocations: RevocationService,
  ) {}

  @Get('jwks.json')
  @Header('Cache-Control', `public, max-age=${JWKS_CACHE_SECONDS}`)
  @Endpoint({
    summary: 'The public keys of access tokens (RFC 7517)',
    answers: JwkSet,
    quiet: true,
  })
  jwks(): JwkSet {
    return { keys: this.keys.publicJwks() };
  }

  @Get('revocations')
  @Header('Cache-Control', 'public, max-age=1')
  @Endpoint({
    summary: 'The sessions and users whose access tokens are to be turned away before they expire',
    query: true,
    conditional: true,
    answers: RevocationList,
    quiet: true,
  })
  async revoked(
    @Query() { after }: RevocationQuery,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevocationList | undefined> {
    const page = await this.revocations.page(after);
    return isKnown(page.etag, known, reply) ? undefined : this.revocations.sign(page);
  }
}
