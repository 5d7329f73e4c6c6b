import { AdminApiKeyService, AllApiKeys, ApiKeyList, PageQuery, toAllApiKeys, toApiKeyList } from '@app/flows';
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: clients and API keys')
@Controller('api/admin')
export class AdminApiKeysController {
  constructor(private readonly service: AdminApiKeyService) {}

  @Get('api-keys')
  @Endpoint({ id: 'adminListAllApiKeys', answers: AllApiKeys })
  @Access('admin', 'read', 'reads')
  async all(@Query() page: PageQuery): Promise<AllApiKeys> {
    return toAllApiKeys(await this.service.list(page));
  }

  @Get('users/:uid/api-keys')
  @Endpoint({ id: 'adminListApiKeys', answers: ApiKeyList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<ApiKeyList> {
    return toApiKeyList(await this.service.ofUser(uid));
  }

  @Delete('users/:uid/api-keys/:key_id')
  @Endpoint({ id: 'adminRevokeApiKey', bodiless: true, fails: ['USER_NOT_FOUND', 'API_KEY_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string, @Param('key_id') keyId: string): Promise<void> {
    return this.service.remove(uid, keyId);
  }
}
