import { Caller, type CallerIdentity } from '@app/auth';
import { Providers } from '@app/federation';
import { StartService } from '@app/flows';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import {
  ExternalStartRequest,
  ExternalStartView,
  LinkStartRequest,
  OfferedProviderList,
  toExternalStart,
  toOfferedProviders,
  toStartRequest,
} from './external.dto.js';

@ApiTags('External providers')
@Controller('api/auth')
export class ExternalController {
  constructor(
    private readonly providers: Providers,
    private readonly start: StartService,
  ) {}

  @Get('external/providers')
  @Endpoint({ id: 'listProviders', noEvents: true, answers: OfferedProviderList })
  @Access('public')
  async list(): Promise<OfferedProviderList> {
    return toOfferedProviders(await this.providers.listEnabled());
  }

  @Post('external/:id/start')
  @Endpoint({
    id: 'startExternalSignIn',
    body: ExternalStartRequest,
    answers: ExternalStartView,
    fails: ['PROVIDER_NOT_FOUND', 'INVALID_REDIRECT_URL', 'PROVIDER_ERROR'],
  })
  @Access('public', { limited: true })
  async signIn(@Param('id') id: string, @Body() body: ExternalStartRequest): Promise<ExternalStartView> {
    return toExternalStart(await this.start.signIn(id, toStartRequest(body)));
  }

  @Post('user/identities/:id/start')
  @Endpoint({
    id: 'startIdentityLink',
    body: LinkStartRequest,
    answers: ExternalStartView,
    fails: [
      'PROVIDER_NOT_FOUND',
      'INVALID_REDIRECT_URL',
      'PROVIDER_ERROR',
      'EMAIL_NOT_VERIFIED',
      'REAUTHENTICATION_REQUIRED',
    ],
  })
  @Access('user:write', { limited: true })
  async link(
    @Caller() caller: CallerIdentity,
    @Param('id') id: string,
    @Body() body: LinkStartRequest,
  ): Promise<ExternalStartView> {
    return toExternalStart(await this.start.link(caller, id, toStartRequest(body)));
  }
}
