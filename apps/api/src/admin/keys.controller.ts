import { KeyList, KeysService, PageQuery, RotatedKey, toKeyList } from '@app/flows';
import { SigningKeys } from '@app/tokens';
import { Controller, Get, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: keys')
@Controller('api/admin/keys')
@UseGuards(AdminGuard)
export class AdminKeysController {
  constructor(
    private readonly service: KeysService,
    private readonly keys: SigningKeys,
  ) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListKeys', admin: true, answers: KeyList })
  async list(@Query() page: PageQuery): Promise<KeyList> {
    return toKeyList(await this.keys.list(page));
  }

  @Post('rotate')
  @Scopes('write')
  @Endpoint({
    id: 'adminRotateKey',
    admin: true,
    bodiless: true,
    answers: RotatedKey,
  })
  async rotate(): Promise<RotatedKey> {
    return { kid: await this.service.rotate() };
  }
}
