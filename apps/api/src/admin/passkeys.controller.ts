import { AdminPasskeyService } from '@app/flows';
import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { PasskeyView, toPasskeyView } from '../factors/passkeys.dto.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

export class AdminPasskeyList {
  @ApiProperty({ type: [PasskeyView], description: 'Oldest first.' })
  passkeys!: PasskeyView[];
}

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/passkeys')
export class AdminPasskeysController {
  constructor(private readonly service: AdminPasskeyService) {}

  @Get()
  @Endpoint({ id: 'adminListPasskeys', answers: AdminPasskeyList, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<AdminPasskeyList> {
    return { passkeys: (await this.service.list(uid)).map(toPasskeyView) };
  }

  @Delete(':passkey_id')
  @Endpoint({ id: 'adminRemovePasskey', bodiless: true, fails: ['USER_NOT_FOUND', 'PASSKEY_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  remove(@Param('uid') uid: string, @Param('passkey_id') passkeyId: string): Promise<void> {
    return this.service.remove(uid, passkeyId);
  }
}
