import { Caller, type CallerIdentity } from '@app/auth';
import { ApiKeyList, ApiKeyService, CreateApiKeyRequest, CreatedApiKey, toApiKeyList, toNewApiKey } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Clients and API keys')
@Controller('api/auth/user/api-keys')
export class ApiKeysController {
  constructor(private readonly service: ApiKeyService) {}

  @Get()
  @Endpoint({ id: 'listApiKeys', noEvents: true, answers: ApiKeyList, fails: ['API_KEYS_DISABLED'] })
  @Access('user')
  async list(@Caller() caller: CallerIdentity): Promise<ApiKeyList> {
    return toApiKeyList(await this.service.list(caller));
  }

  @Post()
  @Endpoint({
    id: 'createApiKey',
    body: CreateApiKeyRequest,
    answers: CreatedApiKey,
    fails: ['API_KEYS_DISABLED', 'INVALID_SCOPE', 'INVALID_AUDIENCE', 'KEY_LIMIT_REACHED', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write', { limited: true })
  async create(@Caller() caller: CallerIdentity, @Body() request: CreateApiKeyRequest): Promise<CreatedApiKey> {
    const { keyId, key } = await this.service.create(caller, toNewApiKey(request));
    return { key_id: keyId, key };
  }

  @Delete(':key_id')
  @Endpoint({ id: 'revokeApiKey', bodiless: true, fails: ['API_KEYS_DISABLED', 'API_KEY_NOT_FOUND'] })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Param('key_id') keyId: string): Promise<void> {
    return this.service.remove(caller, keyId);
  }
}
