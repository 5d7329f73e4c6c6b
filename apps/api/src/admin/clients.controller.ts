import { ClientService } from '@app/flows';
import { Body, Controller, Param, Query } from '@nestjs/common';
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

  @Endpoint('GET', Access('admin', 'clients', 'reads'), {
    id: 'adminListClients',
    summary: 'List the clients',
    description: 'Services that get access tokens without a person. Newest first, without secrets.',
    answers: ClientList,
  })
  async list(@Query() page: PageQuery): Promise<ClientList> {
    return toClientList(await this.service.list(page));
  }

  @Endpoint('POST', Access('admin', 'clients', { makes: 'client' }), {
    id: 'adminCreateClient',
    summary: 'Create a client',
    description: 'Shows the first secret, once. A user in the console needs a recent second factor.',
    body: CreateClientRequest,
    answers: CreatedClient,
  })
  async create(@Body() request: CreateClientRequest): Promise<CreatedClient> {
    return toCreatedClient(await this.service.create(toNewClient(request)));
  }

  @Endpoint('GET :client_id', Access('admin', 'clients', 'reads'), {
    id: 'adminGetClient',
    summary: 'Read a client',
    description: 'Without its secrets.',
    answers: ClientView,
    fails: ['CLIENT_NOT_FOUND'],
  })
  async get(@Param('client_id') clientId: string): Promise<ClientView> {
    return toClient(await this.service.get(clientId));
  }

  @Endpoint('PATCH :client_id', Access('admin', 'clients', { makes: 'client_change' }), {
    id: 'adminUpdateClient',
    summary: 'Change, disable or enable a client',
    description:
      'Only given fields change. Other services refuse the tokens from before within seconds if the client loses scopes, audiences, keys or time, or is disabled. A user in the console who adds a key needs a recent second factor.',
    body: UpdateClientRequest,
    answers: ClientView,
    fails: ['CLIENT_NOT_FOUND'],
  })
  async update(@Param('client_id') clientId: string, @Body() request: UpdateClientRequest): Promise<ClientView> {
    return toClient(await this.service.change(clientId, toClientChanges(request)));
  }

  @Endpoint('DELETE :client_id', Access('admin', 'clients', 'changes'), {
    id: 'adminDeleteClient',
    summary: 'Delete a client',
    description: 'Other services refuse its tokens within seconds.',
    fails: ['CLIENT_NOT_FOUND'],
  })
  remove(@Param('client_id') clientId: string): Promise<void> {
    return this.service.remove(clientId);
  }

  @Endpoint('POST :client_id/secrets', Access('admin', 'clients', { makes: 'client' }), {
    id: 'adminCreateClientSecret',
    summary: 'Make a second secret of a client',
    description: 'Shows it, once. Both work until one is deleted. A user in the console needs a recent second factor.',
    answers: CreatedSecret,
    fails: ['CLIENT_NOT_FOUND', 'SECRET_LIMIT_REACHED'],
  })
  async addSecret(@Param('client_id') clientId: string): Promise<CreatedSecret> {
    return toCreatedSecret(await this.service.addSecret(clientId));
  }

  @Endpoint('DELETE :client_id/secrets/:secret_id', Access('admin', 'clients', 'changes'), {
    id: 'adminDeleteClientSecret',
    summary: 'Delete a secret of a client',
    description:
      'If it was used within the lifetime of an access token, other services refuse the tokens that the client has, within seconds.',
    fails: ['CLIENT_NOT_FOUND', 'SECRET_NOT_FOUND'],
  })
  removeSecret(@Param('client_id') clientId: string, @Param('secret_id') secretId: string): Promise<void> {
    return this.service.removeSecret(clientId, secretId);
  }
}
