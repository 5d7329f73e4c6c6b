import type { Administrator } from '@app/flows';
import { AdminPasskeyService } from '@app/flows';
import { Controller, Delete, Get, Param, UseGuards } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { PasskeyView, toPasskeyView } from '../factors/passkeys.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

export class AdminPasskeyList {
  @ApiProperty({ type: [PasskeyView], description: 'Oldest first.' })
  passkeys!: PasskeyView[];
}

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/passkeys')
@UseGuards(AdminGuard)
export class AdminPasskeysController {
  constructor(private readonly service: AdminPasskeyService) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListPasskeys', admin: true, answers: AdminPasskeyList, fails: ['USER_NOT_FOUND'] })
  async list(@Param('uid') uid: string): Promise<AdminPasskeyList> {
    return { passkeys: (await this.service.list(uid)).map(toPasskeyView) };
  }

  @Delete(':passkey_id')
  @Scopes('write')
  @Endpoint({
    id: 'adminRemovePasskey',
    admin: true,
    bodiless: true,
    fails: ['USER_NOT_FOUND', 'PASSKEY_NOT_FOUND'],
  })
  remove(
    @Param('uid') uid: string,
    @Param('passkey_id') passkeyId: string,
    @Admin() admin: Administrator,
  ): Promise<void> {
    return this.service.remove(uid, passkeyId, admin);
  }
}
