import type { Administrator } from '@app/flows';
import { ImpersonationService } from '@app/flows';
import type { Client } from '@app/tokens';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { ClientInfo } from '../wire/client.decorator.js';
import { DEFAULT_SECONDS, ImpersonateRequest, ImpersonationView, toImpersonation } from './impersonation.dto.js';

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/impersonate')
export class ImpersonationController {
  constructor(private readonly service: ImpersonationService) {}

  @Post()
  @Endpoint({
    id: 'adminImpersonateUser',
    body: ImpersonateRequest,
    answers: ImpersonationView,
    fails: ['USER_NOT_FOUND', 'USER_DISABLED', 'IMPERSONATION_FORBIDDEN'],
  })
  @Access('admin', 'impersonate', { makes: 'impersonation' }, 'any')
  async begin(
    @Param('uid') uid: string,
    @Body() { reason, expires_in: lifetime = DEFAULT_SECONDS }: ImpersonateRequest,
    @Admin() admin: Administrator,
    @ClientInfo() client: Client,
  ): Promise<ImpersonationView> {
    return toImpersonation(await this.service.begin(uid, { reason, lifetime }, admin, client));
  }
}
