import { ChecksService } from '@app/flows';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../../access/admin.guard.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { CheckList, toCheckList } from './checks.dto.js';

@ApiTags('Admin: checks and settings')
@Controller('api/admin/checks')
@UseGuards(AdminGuard)
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminRunChecks', admin: true, answers: CheckList })
  async run(): Promise<CheckList> {
    return toCheckList(await this.checks.report());
  }
}
