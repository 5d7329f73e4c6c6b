import { Env } from '@app/config';
import { ChecksService } from '@app/flows';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { CheckList, SettingList, toCheckList, toSettingList } from './settings.dto.js';

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

@ApiTags('Admin: checks and settings')
@Controller('api/admin/settings')
export class SettingsController {
  constructor(private readonly env: Env) {}

  @Get()
  @Endpoint({ id: 'adminListSettings', answers: SettingList })
  @Access('admin', 'read', 'reads')
  list(): SettingList {
    return toSettingList(this.env.inForce);
  }
}
