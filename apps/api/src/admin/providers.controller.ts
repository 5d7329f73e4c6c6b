import { Env } from '@app/config';
import { Providers } from '@app/federation';
import {
  AdminProviderService,
  CreateProviderRequest,
  ProviderList,
  ProviderTest,
  ProviderView,
  toFacts,
  toProviderView,
  UpdateProviderRequest,
} from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: providers')
@Controller('api/admin/providers')
@UseGuards(AdminGuard)
export class AdminProvidersController {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
    private readonly service: AdminProviderService,
  ) {}

  @Get()
  @Scopes('providers')
  @Endpoint({ id: 'adminListProviders', admin: true, answers: ProviderList })
  async list(): Promise<ProviderList> {
    return { providers: (await this.providers.list()).map((each) => toProviderView(each, this.env)) };
  }

  @Post()
  @Scopes('providers')
  @Endpoint({
    id: 'adminCreateProvider',
    admin: true,
    body: CreateProviderRequest,
    answers: ProviderView,
    fails: ['PROVIDER_EXISTS', 'INVALID_ISSUER'],
  })
  async create(@Body() request: CreateProviderRequest): Promise<ProviderView> {
    return toProviderView(await this.service.create(toFacts(request)), this.env);
  }

  @Get(':id')
  @Scopes('providers')
  @Endpoint({ id: 'adminGetProvider', admin: true, answers: ProviderView, fails: ['PROVIDER_NOT_FOUND'] })
  async get(@Param('id') id: string): Promise<ProviderView> {
    return toProviderView(await this.service.get(id), this.env);
  }

  @Patch(':id')
  @Scopes('providers')
  @Endpoint({
    id: 'adminUpdateProvider',
    admin: true,
    body: UpdateProviderRequest,
    answers: ProviderView,
    fails: ['PROVIDER_NOT_FOUND', 'INVALID_ISSUER'],
  })
  async update(@Param('id') id: string, @Body() request: UpdateProviderRequest): Promise<ProviderView> {
    return toProviderView(await this.service.change(id, request), this.env);
  }

  @Delete(':id')
  @Scopes('providers')
  @Endpoint({ id: 'adminDeleteProvider', admin: true, bodiless: true, fails: ['PROVIDER_NOT_FOUND'] })
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Post(':id/test')
  @Scopes('providers')
  @Endpoint({
    id: 'adminTestProvider',
    admin: true,
    bodiless: true,
    answers: ProviderTest,
    fails: ['PROVIDER_NOT_FOUND'],
  })
  async test(@Param('id') id: string): Promise<ProviderTest> {
    const { error } = await this.service.test(id);
    return { ok: error === null, error };
  }
}
