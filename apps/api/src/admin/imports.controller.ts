import { Readable } from 'node:stream';
import { ApiError } from '@app/errors';
import {
  type Administrator,
  checkedText,
  ExportQuery,
  ExportService,
  FileImportResult,
  FileImportService,
  ImportBatchService,
  ImportList,
  ImportQuery,
  ImportResult,
  ImportService,
  InterruptedFileImport,
  linesOf,
  PageQuery,
  previewCsv,
  RemovedBatch,
  ShutdownSignal,
  toExportOptions,
  toImportList,
  toImportText,
} from '@app/flows';
import { Controller, Delete, Get, Headers, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guards.js';
import { collect, hasBody, isUncompressed, streamBody } from '../http/body.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { streamedText } from '../wire/wire.js';
import { FileImportQuery, FilePreview, toFileImport } from './imports.dto.js';

const TYPE = 'application/octet-stream';
const FILE_TYPE = /^application\/octet-stream\s*(?:;|$)/i;
/** Not in the query: it has a secret, and proxies log addresses. */
const HASH_CONFIG = 'firebase-hash-config';

@ApiTags('Admin: import and export')
@Controller('api/admin/import')
export class FileImportController {
  constructor(
    private readonly files: FileImportService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @Post('file')
  @ApiConsumes(TYPE)
  @ApiHeader({
    name: HASH_CONFIG,
    required: false,
    description: 'For `firebase`: the password hash parameters of the project, in one line.',
  })
  @ApiBody({ schema: { type: 'string', format: 'binary' }, description: 'The file, of any size.' })
  @Endpoint({
    id: 'adminImportFile',
    either: [FileImportResult, InterruptedFileImport],
    fails: ['UNSUPPORTED_MEDIA_TYPE'],
  })
  @Access('admin', 'write', { makes: 'import' })
  async importFile(
    @Query() query: FileImportQuery,
    @Headers(HASH_CONFIG) hashConfig: string | undefined,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    requireFile(request);
    const how = toFileImport(query, hashConfig);
    const answer = await this.files.start(streamBody(request, this.shutdown.signal), how);
    return new StreamableFile(answer, { type: 'application/json; charset=utf-8' });
  }

  @Post('preview')
  @ApiConsumes(TYPE)
  @ApiBody({
    schema: { type: 'string', format: 'binary' },
    description: 'The first bytes of the file, at most 64 KiB.',
  })
  @Endpoint({
    id: 'adminPreviewFile',
    answers: FilePreview,
    fails: ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'],
    noEvents: true,
  })
  @Access('admin', 'write', 'reads')
  async previewFile(@Req() request: FastifyRequest): Promise<FilePreview> {
    requireFile(request);
    return previewCsv(checkedText(await collect(request.raw)));
  }
}

function requireFile({ headers }: FastifyRequest): void {
  if (isUncompressed(headers, FILE_TYPE)) return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The request body must be an uncompressed file as ${TYPE}.`);
}

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
