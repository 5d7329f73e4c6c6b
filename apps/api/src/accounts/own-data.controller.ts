import { Caller, type CallerIdentity } from '@app/auth';
import { OwnData, OwnDataService, ShutdownSignal } from '@app/flows';
import { Controller, Get, Req, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { toPersonFile } from '../wire/person-file.js';

@ApiTags('Accounts')
@Controller('api/auth/user/data')
export class OwnDataController {
  constructor(
    private readonly data: OwnDataService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Get()
  @Endpoint({ id: 'exportOwnData', answers: OwnData, fails: ['REAUTHENTICATION_REQUIRED'] })
  @Access('user', { limited: true })
  async download(@Caller() caller: CallerIdentity, @Req() { method }: FastifyRequest): Promise<StreamableFile> {
    const tables = method === 'HEAD' ? await this.data.check(caller) : await this.data.copy(caller);
    return toPersonFile(tables, 'my-data.json', this.shutdown.signal);
  }
}
