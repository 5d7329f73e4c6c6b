import { Env } from '@app/config';
import { Providers } from '@app/federation';
import { AdminProviderService } from '@app/flows';
import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import {
  CreateProviderRequest,
  ProviderList,
  ProviderTest,
  ProviderView,
  toFacts,
  toProviderChange,
  toProviderList,
  toProviderView,
  UpdateProviderRequest,
} from './providers.dto.js';

const OF_PROVIDER = { id: 'The id of the provider.' };

@ApiTags('Admin: providers')
@Controller('api/admin/providers')
export class AdminProvidersController {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
    private readonly service: AdminProviderService,
  ) {}

  @Endpoint('GET', Access('admin', 'providers', 'reads'), {
    id: 'adminListProviders',
    summary: 'List the external providers',
    description: 'In the order of their ids, also disabled ones and those of the file, without secrets.',
    answers: ProviderList,
  })
  async list(): Promise<ProviderList> {
    return toProviderList(await this.providers.list(), this.env);
  }

  @Endpoint('POST', Access('admin', 'providers', { makes: 'provider' }), {
    id: 'adminCreateProvider',
    summary: 'Add an external provider',
    description:
      'Register `redirect_uri` of the answer at the provider. The secret is stored encrypted and never shown.',
    body: CreateProviderRequest,
    answers: ProviderView,
    fails: ['PROVIDER_EXISTS', 'INVALID_ISSUER'],
  })
  async create(@Body() request: CreateProviderRequest): Promise<ProviderView> {
    return toProviderView(await this.service.create(toFacts(request)), this.env);
  }

  @Endpoint('GET :id', Access('admin', 'providers', 'reads'), {
    id: 'adminGetProvider',
    summary: 'Read an external provider',
    description: 'Without its secret.',
    parameters: OF_PROVIDER,
    answers: ProviderView,
    fails: ['PROVIDER_NOT_FOUND'],
  })
  async get(@Param('id') id: string): Promise<ProviderView> {
    return toProviderView(await this.service.get(id), this.env);
  }

  @Endpoint('PATCH :id', Access('admin', 'providers', { makes: 'provider_change' }), {
    id: 'adminUpdateProvider',
    summary: 'Change, disable or enable an external provider',
    description:
      'Only given fields change. Disabling stops new sign-ins at once and ends no session. With a new issuer, the identities of the issuer before match no longer.',
    parameters: OF_PROVIDER,
    body: UpdateProviderRequest,
    answers: ProviderView,
    fails: ['PROVIDER_NOT_FOUND', 'INVALID_ISSUER'],
  })
  async update(@Param('id') id: string, @Body() request: UpdateProviderRequest): Promise<ProviderView> {
    return toProviderView(await this.service.change(id, toProviderChange(request)), this.env);
  }

  @Endpoint('DELETE :id', Access('admin', 'providers', 'changes'), {
    id: 'adminDeleteProvider',
    summary: 'Delete an external provider',
    description:
      'Users cannot sign in with it any more. Their identities stay, and work again if a provider with the same id and the same issuer is added.',
    parameters: OF_PROVIDER,
    fails: ['PROVIDER_NOT_FOUND'],
  })
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Endpoint('POST :id/test', Access('admin', 'providers', 'reads'), {
    id: 'adminTestProvider',
    summary: 'Test the connection to an external provider',
    description: 'Fetches the discovery document and the keys anew. The error is a text for people.',
    parameters: OF_PROVIDER,
    answers: ProviderTest,
    fails: ['PROVIDER_NOT_FOUND'],
  })
  async test(@Param('id') id: string): Promise<ProviderTest> {
    const { error } = await this.service.test(id);
    return { ok: error === null, error };
  }
}
