import { ClientService } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import {
  ClientList,
  ClientView,
  CreateClientRequest,
  CreatedClient,
  CreatedSecret,
  toClient,
  toClientChanges,
  toClientList,
  toCreatedClient,
  toCreatedSecret,
  toNewClient,
  UpdateClientRequest,
} from '../machines/machines.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageQuery } from '../wire/parameters.dto.js';

@ApiTags('Admin: clients and API keys')
@Controller('api/admin/clients')
export class AdminClientsController {
  constructor(private readonly service: ClientService) {}

  @Get()
  @Endpoint({ id: 'adminListClients', answers: ClientList })
  @Access('admin', 'clients', 'reads')
  async list(@Query() page: PageQuery): Promise<ClientList> {
    return toClientList(await this.service.list(page));
  }

  @Post()
  @Endpoint({
    id: 'adminCreateClient',
    body: CreateClientRequest,
    answers: CreatedClient,
  })
  @Access('admin', 'clients', { makes: 'client' })
  async create(@Body() request: CreateClientRequest): Promise<CreatedClient> {
    return toCreatedClient(await this.service.create(toNewClient(request)));
  }

  @Get(':client_id')
  @Endpoint({ id: 'adminGetClient', answers: ClientView, fails: ['CLIENT_NOT_FOUND'] })
  @Access('admin', 'clients', 'reads')
  async get(@Param('client_id') clientId: string): Promise<ClientView> {
    return toClient(await this.service.get(clientId));
  }

  @Patch(':client_id')
  @Endpoint({
    id: 'adminUpdateClient',
    body: UpdateClientRequest,
    answers: ClientView,
    fails: ['CLIENT_NOT_FOUND'],
  })
  @Access('admin', 'clients', { makes: 'client_change' })
  async update(@Param('client_id') clientId: string, @Body() request: UpdateClientRequest): Promise<ClientView> {
    return toClient(await this.service.change(clientId, toClientChanges(request)));
  }

  @Delete(':client_id')
  @Endpoint({ id: 'adminDeleteClient', bodiless: true, fails: ['CLIENT_NOT_FOUND'] })
  @Access('admin', 'clients', 'changes')
  remove(@Param('client_id') clientId: string): Promise<void> {
    return this.service.remove(clientId);
  }

  @Post(':client_id/secrets')
  @Endpoint({
    id: 'adminCreateClientSecret',
    bodiless: true,
    answers: CreatedSecret,
    fails: ['CLIENT_NOT_FOUND', 'SECRET_LIMIT_REACHED'],
  })
  @Access('admin', 'clients', { makes: 'client' })
  async addSecret(@Param('client_id') clientId: string): Promise<CreatedSecret> {
    return toCreatedSecret(await this.service.addSecret(clientId));
  }

  @Delete(':client_id/secrets/:secret_id')
  @Endpoint({ id: 'adminDeleteClientSecret', bodiless: true, fails: ['CLIENT_NOT_FOUND', 'SECRET_NOT_FOUND'] })
  @Access('admin', 'clients', 'changes')
  removeSecret(@Param('client_id') clientId: string, @Param('secret_id') secretId: string): Promise<void> {
    return this.service.removeSecret(clientId, secretId);
  }
}
