import { AdminIdentityService } from '@app/flows';
import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { AdminIdentityList, toAdminIdentity } from './identities.dto.js';

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/identities')
export class AdminIdentitiesController {
  constructor(private readonly service: AdminIdentityService) {}

  @Get()
  @Endpoint({ id: 'adminListIdentities', answers: AdminIdentityList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<AdminIdentityList> {
    return { identities: (await this.service.list(uid)).map(toAdminIdentity) };
  }

  @Delete(':identity_id')
  @Endpoint({ id: 'adminRemoveIdentity', bodiless: true, fails: ['USER_NOT_FOUND', 'IDENTITY_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string, @Param('identity_id') identityId: string): Promise<void> {
    return this.service.remove(uid, identityId);
  }
}
