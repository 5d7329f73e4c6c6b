import { JWKS_CACHE_SECONDS, SigningKeys } from '@app/tokens';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../wire/endpoint.js';
import { JwkSet } from './discovery.dto.js';

@ApiTags('For other services')
@Controller('.well-known')
export class DiscoveryController {
  constructor(private readonly keys: SigningKeys) {}

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
}
