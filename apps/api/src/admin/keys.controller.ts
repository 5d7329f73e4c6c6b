import { KeyList, KeysService, PageQuery, RotatedKey, toKeyList } from '@app/flows';
import { SigningKeys } from '@app/tokens';
import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: keys')
@Controller('api/admin/keys')
export class AdminKeysController {
  constructor(
    private readonly service: KeysService,
    private readonly keys: SigningKeys,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListKeys', answers: KeyList })
  @Access('admin', 'read', 'reads')
  async list(@Query() page: PageQuery): Promise<KeyList> {
    return toKeyList(await this.keys.list(page));
  }

  @Post('rotate')
  @Endpoint({ id: 'adminRotateKey', bodiless: true, answers: RotatedKey })
  @Access('admin', 'write', { makes: 'signing_key' })
  async rotate(): Promise<RotatedKey> {
    return { kid: await this.service.rotate() };
  }
}
