import { ApiError } from '@app/errors';
import { ProviderLogoutService } from '@app/flows';
import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { readForm } from '../http/body/read-form.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

/** Where providers tell that a person has signed out there (OpenID Connect Back-Channel Logout 1.0). */
@ApiTags('External providers')
@Controller('api/auth/external/:id/backchannel-logout')
export class ProviderLogoutController {
  constructor(private readonly service: ProviderLogoutService) {}

  @Post()
  @Endpoint({ id: 'logoutByProvider', fails: ['INVALID_LOGOUT_TOKEN', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] })
  @Access('public', { limited: true })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ schema: { type: 'object', required: ['logout_token'], properties: { logout_token: { type: 'string' } } } })
  async logout(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const [token, ...more] = (await readForm(request)).getAll('logout_token');
    if (token === undefined || more.length > 0) throw new ApiError('INVALID_LOGOUT_TOKEN');
    await this.service.logout(id, token);
  }
}
