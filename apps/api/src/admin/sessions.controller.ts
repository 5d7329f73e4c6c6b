import type { Administrator } from '@app/flows';
import { AdminSessionService, PageQuery } from '@app/flows';
import { Controller, Delete, Get, Param, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { AdminSessionList, RevokedSessions, toAdminSessionList } from './sessions.dto.js';

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/sessions')
@UseGuards(AdminGuard)
export class AdminSessionsController {
  constructor(private readonly service: AdminSessionService) {}

  @Get()
  @Scopes('read')
  @Endpoint({
    id: 'adminListSessions',
    admin: true,
    answers: AdminSessionList,
    fails: ['USER_NOT_FOUND'],
  })
  async list(@Param('uid') uid: string, @Query() page: PageQuery): Promise<AdminSessionList> {
    return toAdminSessionList(await this.service.list(uid, page));
  }

  @Delete()
  @Scopes('write')
  @Endpoint({
    id: 'adminEndSessions',
    admin: true,
    bodiless: true,
    answers: RevokedSessions,
    fails: ['USER_NOT_FOUND'],
  })
  async endAll(@Param('uid') uid: string, @Admin() admin: Administrator): Promise<RevokedSessions> {
    return { revoked: await this.service.endAll(uid, admin) };
  }

  @Delete(':session_id')
  @Scopes('write')
  @Endpoint({
    id: 'adminEndSession',
    admin: true,
    bodiless: true,
    fails: ['USER_NOT_FOUND', 'SESSION_NOT_FOUND'],
  })
  end(@Param('uid') uid: string, @Param('session_id') sessionId: string, @Admin() admin: Administrator): Promise<void> {
    return this.service.end(uid, sessionId, admin);
  }
}
