import { Caller, type CallerIdentity } from '@app/auth';
import { DeviceService, PageQuery, SecurityEvents } from '@app/flows';
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { DeviceList, SecurityEventList, toDeviceList, toSecurityEventList } from './devices.dto.js';

/** The devices of a user, and what happened in the account. */
@ApiTags('Sessions')
@Controller('api/auth/user')
export class DevicesController {
  constructor(
    private readonly devices: DeviceService,
    private readonly events: SecurityEvents,
  ) {}

  @Get('devices')
  @Endpoint({ id: 'listDevices', noEvents: true, answers: DeviceList })
  @Access('user')
  async list(@Caller() caller: CallerIdentity): Promise<DeviceList> {
    return toDeviceList(await this.devices.list(caller));
  }

  @Delete('devices/:device_id')
  @Endpoint({ id: 'removeDevice', bodiless: true, fails: ['DEVICE_NOT_FOUND'] })
  @Access('user:write')
  remove(@Caller() caller: CallerIdentity, @Param('device_id') deviceId: string): Promise<void> {
    return this.devices.remove(caller, deviceId);
  }

  @Get('security')
  @Endpoint({ id: 'listSecurityEvents', noEvents: true, answers: SecurityEventList })
  @Access('user')
  async listEvents(@Caller() { uid }: CallerIdentity, @Query() page: PageQuery): Promise<SecurityEventList> {
    return toSecurityEventList(await this.events.list(uid, page));
  }
}
