import { Env } from '@app/config';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { SettingList, toSettingList } from './settings.dto.js';

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
