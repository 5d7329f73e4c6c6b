import { ApiError } from '@app/errors';
import {
  checkedText,
  FileImportResult,
  FileImportService,
  InterruptedFileImport,
  previewCsv,
  ShutdownSignal,
} from '@app/flows';
import { Controller, Headers, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { collect, isUncompressed } from '../http/body/read-body.js';
import { streamBody } from '../http/body/stream-body.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { FileImportQuery, FilePreview, toFileImport } from './file-import.dto.js';

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
