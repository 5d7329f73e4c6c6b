import { Env } from '@app/config';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../../access/admin.guard.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { SettingList, toSettingList } from './settings.dto.js';

@ApiTags('Admin: checks and settings')
@Controller('api/admin/settings')
@UseGuards(AdminGuard)
export class SettingsController {
  constructor(private readonly env: Env) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListSettings', admin: true, answers: SettingList })
  list(): SettingList {
    return toSettingList(this.env.inForce);
  }
}
