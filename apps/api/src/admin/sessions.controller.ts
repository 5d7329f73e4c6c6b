import { AdminSessionService, PageQuery } from '@app/flows';
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { AdminSessionList, RevokedSessions, toAdminSessionList } from './sessions.dto.js';

@ApiTags('Admin: sessions')
@Controller('api/admin/users/:uid/sessions')
export class AdminSessionsController {
  constructor(private readonly service: AdminSessionService) {}

  @Get()
  @Endpoint({ id: 'adminListSessions', answers: AdminSessionList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string, @Query() page: PageQuery): Promise<AdminSessionList> {
    return toAdminSessionList(await this.service.list(uid, page));
  }

  @Delete()
  @Endpoint({ id: 'adminEndSessions', bodiless: true, answers: RevokedSessions, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  async endAll(@Param('uid') uid: string): Promise<RevokedSessions> {
    return { revoked: await this.service.endAll(uid) };
  }

  @Delete(':session_id')
  @Endpoint({ id: 'adminEndSession', bodiless: true, fails: ['USER_NOT_FOUND', 'SESSION_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  end(@Param('uid') uid: string, @Param('session_id') sessionId: string): Promise<void> {
    return this.service.end(uid, sessionId);
  }
}
