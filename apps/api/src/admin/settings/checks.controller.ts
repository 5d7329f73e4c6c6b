import { ChecksService } from '@app/flows';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { CheckList, toCheckList } from './checks.dto.js';

@ApiTags('Admin: checks and settings')
@Controller('api/admin/checks')
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Get()
  @Endpoint({ id: 'adminRunChecks', answers: CheckList })
  @Access('admin', 'read', 'reads')
  async run(): Promise<CheckList> {
    return toCheckList(await this.checks.report());
  }
}
