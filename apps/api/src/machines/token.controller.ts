import { ClientCredentialsService } from '@app/flows';
import { Controller, Post, Req, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { OAuthErrorFilter } from './oauth-error.filter.js';
import { ClientTokenForm, ClientTokenView, toClientToken } from './token.dto.js';
import { readTokenRequest } from './token-request.js';

/** The token endpoint of OAuth (RFC 6749, section 3.2), for clients without a person. */
@ApiTags('Clients and API keys')
@UseFilters(OAuthErrorFilter)
@Controller('oauth2/token')
export class TokenController {
  constructor(private readonly service: ClientCredentialsService) {}

  @Post()
  @Endpoint({ id: 'issueClientToken', answers: ClientTokenView, oauth: true, noEvents: true })
  @Access('client')
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: ClientTokenForm })
  async issue(@Req() request: FastifyRequest): Promise<ClientTokenView> {
    return toClientToken(await this.service.issue(await readTokenRequest(request)));
  }
}
