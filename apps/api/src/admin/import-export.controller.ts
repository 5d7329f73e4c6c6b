import { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import type { Administrator } from '@app/flows';
import {
  ExportQuery,
  ExportService,
  ImportBatchService,
  ImportList,
  ImportQuery,
  ImportResult,
  ImportService,
  linesOf,
  PageQuery,
  RemovedBatch,
  ShutdownSignal,
  toExportOptions,
  toImportList,
  toImportText,
} from '@app/flows';
import { Controller, Delete, Get, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guard.js';
import { hasBody } from '../http/body/deadline.js';
import { isUncompressed } from '../http/body/read-body.js';
import { streamBody } from '../http/body/stream-body.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { streamedText } from '../wire/streamed-text.js';

const NDJSON = 'application/x-ndjson';
const TYPES = [NDJSON, 'application/ndjson', 'application/jsonl'];
const NDJSON_TYPE = /^application\/(?:x-ndjson|ndjson|jsonl)\s*(?:;|$)/i;

@ApiTags('Admin: import and export')
@Controller('api/admin')
export class ImportExportController {
  constructor(
    private readonly imports: ImportService,
    private readonly batches: ImportBatchService,
    private readonly exports: ExportService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Post('import')
  @ApiConsumes(...TYPES)
  @ApiBody({
    schema: { type: 'string' },
    description: 'Each line is a body of `POST /api/admin/users`. Any number of lines.',
  })
  @Endpoint({ id: 'adminImportUsers', answers: ImportResult, fails: ['UNSUPPORTED_MEDIA_TYPE'] })
  @Access('admin', 'write', { makes: 'import' })
  async importUsers(
    @Query() { dry_run: dryRun = false }: ImportQuery,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    if (hasBody(request) && !isUncompressed(request.headers, NDJSON_TYPE)) {
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The request body must be uncompressed ${NDJSON} in UTF-8.`);
    }
    const input = streamBody(request, this.shutdown.signal);
    const report = await this.imports.run(linesOf(input), { dryRun });
    const text = this.stream(toImportText(report)).once('close', () => void report.errors.close());
    return new StreamableFile(text, { type: 'application/json; charset=utf-8' });
  }

  @Get('import')
  @Endpoint({ id: 'adminListImports', answers: ImportList })
  @Access('admin', 'read', 'reads')
  async listImports(@Query() page: PageQuery): Promise<ImportList> {
    return toImportList(await this.batches.list(page));
  }

  @Delete('import/:batch_id')
  @Endpoint({ id: 'adminUndoImport', bodiless: true, answers: RemovedBatch, fails: ['BATCH_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  undoImport(@Param('batch_id') batchId: string): Promise<RemovedBatch> {
    return this.batches.undo(batchId);
  }

  @Get('export')
  @Endpoint({
    id: 'adminExportUsers',
    text: { type: NDJSON, description: 'Each line is a user that an import can read.' },
  })
  @Access('admin', 'export', { makes: 'export' })
  async exportUsers(
    @Query() query: ExportQuery,
    @Admin() by: Administrator,
    @Req() { method }: FastifyRequest,
  ): Promise<StreamableFile> {
    const users = method === 'HEAD' ? nothing() : await this.exports.run(toExportOptions(query), by);
    const lines = this.stream(users);
    return new StreamableFile(lines, { type: NDJSON, disposition: 'attachment; filename="users.ndjson"' });
  }

  private stream(text: AsyncGenerator<string>): Readable {
    return streamedText(text, this.shutdown.signal);
  }
}

async function* nothing(): AsyncGenerator<string> {}
