import type { Administrator } from '@app/flows';
import { AdminIdentityService } from '@app/flows';
import { Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { AdminIdentityList, toAdminIdentity } from './identities.dto.js';

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/identities')
@UseGuards(AdminGuard)
export class AdminIdentitiesController {
  constructor(private readonly service: AdminIdentityService) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListIdentities', admin: true, answers: AdminIdentityList, fails: ['USER_NOT_FOUND'] })
  async list(@Param('uid') uid: string): Promise<AdminIdentityList> {
    return { identities: (await this.service.list(uid)).map(toAdminIdentity) };
  }

  @Delete(':identity_id')
  @Scopes('write')
  @Endpoint({
    id: 'adminRemoveIdentity',
    admin: true,
    bodiless: true,
    fails: ['USER_NOT_FOUND', 'IDENTITY_NOT_FOUND'],
  })
  remove(
    @Param('uid') uid: string,
    @Param('identity_id') identityId: string,
    @Admin() admin: Administrator,
  ): Promise<void> {
    return this.service.remove(uid, identityId, admin);
  }
}
