import { KeyExchangeService, KeyTokenRequest, KeyTokenView } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';

@ApiTags('Clients and API keys')
@Controller('api/auth/api-keys/token')
export class KeyTokenController {
  constructor(private readonly service: KeyExchangeService) {}

  @Post()
  @Endpoint({
    id: 'exchangeApiKey',
    body: KeyTokenRequest,
    answers: KeyTokenView,
    noEvents: true,
    fails: ['API_KEYS_DISABLED', 'INVALID_API_KEY', 'INVALID_SCOPE', 'INVALID_AUDIENCE', 'TOO_MANY_REQUESTS'],
  })
  @Access('public')
  async exchange(@Body() request: KeyTokenRequest, @ClientInfo() { ip }: Client): Promise<KeyTokenView> {
    const { key, scope, audience } = request;
    const made = await this.service.exchange({ key, scope, audience, address: ip });
    return { access_token: made.token, expiry: made.expiry, scope: made.scope };
  }
}
