import type { Administrator } from '@app/flows';
import {
  BulkRequest,
  BulkResult,
  ShutdownSignal,
  toBulkResult,
  toUserFilter,
  UserBulk,
  UserCsv,
  UserFilterQuery,
} from '@app/flows';
import { Body, Controller, Get, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { streamedText } from '../wire/streamed-text.js';

const CSV = 'text/csv';

/** What concerns all users of a list. */
@ApiTags('Admin: users')
@Controller('api/admin')
export class AdminUserListsController {
  constructor(
    private readonly csv: UserCsv,
    private readonly bulk: UserBulk,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Get('users.csv')
  @Endpoint({
    id: 'adminListUsersCsv',
    text: { type: CSV, description: 'A line with the names of the columns, and one for each user.' },
  })
  @Access('admin', 'export', 'changes')
  async export(
    @Query() query: UserFilterQuery,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const lines = method === 'HEAD' ? [] : await this.csv.run(toUserFilter(query), query.order, by);
    const text = streamedText(lines, this.shutdown.signal);
    return new StreamableFile(text, { type: `${CSV}; charset=utf-8`, disposition: 'attachment; filename="users.csv"' });
  }

  @Post('users/bulk')
  @Endpoint({ id: 'adminChangeUsers', body: BulkRequest, answers: BulkResult })
  @Access('admin', 'write', 'changes')
  async change(@Body() body: BulkRequest): Promise<BulkResult> {
    const { action, dry_run: dryRun = false, order } = body;
    return toBulkResult(await this.bulk.run({ action, filter: toUserFilter(body), order, dryRun }, body));
  }
}
