import { Env } from '@app/config';
import { Providers } from '@app/federation';
import { AdminProviderService } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
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

@ApiTags('Admin: providers')
@Controller('api/admin/providers')
export class AdminProvidersController {
  constructor(
    private readonly env: Env,
    private readonly providers: Providers,
    private readonly service: AdminProviderService,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListProviders', answers: ProviderList })
  @Access('admin', 'providers', 'reads')
  async list(): Promise<ProviderList> {
    return toProviderList(await this.providers.list(), this.env);
  }

  @Post()
  @Endpoint({
    id: 'adminCreateProvider',
    body: CreateProviderRequest,
    answers: ProviderView,
    fails: ['PROVIDER_EXISTS', 'INVALID_ISSUER'],
  })
  @Access('admin', 'providers', { makes: 'provider' })
  async create(@Body() request: CreateProviderRequest): Promise<ProviderView> {
    return toProviderView(await this.service.create(toFacts(request)), this.env);
  }

  @Get(':id')
  @Endpoint({ id: 'adminGetProvider', answers: ProviderView, fails: ['PROVIDER_NOT_FOUND'] })
  @Access('admin', 'providers', 'reads')
  async get(@Param('id') id: string): Promise<ProviderView> {
    return toProviderView(await this.service.get(id), this.env);
  }

  @Patch(':id')
  @Endpoint({
    id: 'adminUpdateProvider',
    body: UpdateProviderRequest,
    answers: ProviderView,
    fails: ['PROVIDER_NOT_FOUND', 'INVALID_ISSUER'],
  })
  @Access('admin', 'providers', { makes: 'provider_change' })
  async update(@Param('id') id: string, @Body() request: UpdateProviderRequest): Promise<ProviderView> {
    return toProviderView(await this.service.change(id, toProviderChange(request)), this.env);
  }

  @Delete(':id')
  @Endpoint({ id: 'adminDeleteProvider', bodiless: true, fails: ['PROVIDER_NOT_FOUND'] })
  @Access('admin', 'providers', 'changes')
  remove(@Param('id') id: string): Promise<void> {
    return this.service.remove(id);
  }

  @Post(':id/test')
  @Endpoint({ id: 'adminTestProvider', bodiless: true, answers: ProviderTest, fails: ['PROVIDER_NOT_FOUND'] })
  @Access('admin', 'providers', 'reads')
  async test(@Param('id') id: string): Promise<ProviderTest> {
    const { error } = await this.service.test(id);
    return { ok: error === null, error };
  }
}
