import type { Administrator } from '@app/flows';
import { PersonExport, PersonExportService, ShutdownSignal } from '@app/flows';
import { Controller, Get, Param, Req, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { toPersonFile } from '../wire/person-file.js';

@ApiTags('Admin: users')
@Controller('api/admin/users')
export class PersonExportController {
  constructor(
    private readonly exports: PersonExportService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Get(':uid/export')
  @Endpoint({ id: 'adminExportPerson', answers: PersonExport, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'export', 'changes', 'any')
  async exportPerson(
    @Param('uid') uid: string,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const tables = method === 'HEAD' ? await this.exports.check(uid) : await this.exports.run(uid, by);
    return toPersonFile(tables, 'user.json', this.shutdown.signal);
  }
}
