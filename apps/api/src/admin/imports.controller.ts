import { Readable } from 'node:stream';
import { ApiError, failsWith } from '@app/errors';
import {
  type Administrator,
  checkedText,
  ExportService,
  type FileImport,
  FileImportService,
  type FirebaseHashConfig,
  ImportBatchService,
  ImportService,
  isCsvField,
  isRpId,
  linesOf,
  parseFirebaseHashConfig,
  previewCsv,
  ShutdownSignal,
  SOURCE_OF_OPTION,
  SOURCES,
} from '@app/flows';
import { Controller, Headers, Param, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { Admin } from '../access/admin.guards.js';
import { collect, hasBody, isUncompressed, streamBody } from '../http/body.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { PageQuery, q } from '../wire/parameters.dto.js';
import { streamedText } from '../wire/wire.js';
import {
  ExportQuery,
  FileImportResult,
  ImportList,
  ImportQuery,
  ImportResult,
  InterruptedFileImport,
  RemovedBatch,
  toExportOptions,
  toImportList,
  toImportText,
} from './imports.dto.js';

const NAMES = [...SOURCES.keys()];
const MAX_MAP = 12_000;

class FileImportQuery extends Request({
  from: f.any<string>(
    {
      type: String,
      enum: NAMES,
      description: 'The product that wrote the file, or `csv` for any table with a header.',
    },
    IsIn(NAMES, failsWith('INVALID_REQUEST', `$property must be ${NAMES.join(', ')}`)),
  ),
  dry_run: q.flag('Only report what would happen.'),
  map: q.text(
    'For `csv`: a JSON object with the columns by the fields that they fill, such as `{"email":"mail"}`. Other columns are then not read.',
    MAX_MAP,
  ),
  assume_verified: q.flag('Treat addresses as verified if the source does not say whether they are.'),
  rp_id: q.text('For `kratos`: the relying party id of its passkeys.'),
}) {}

class PreviewColumn extends Answer({
  name: t.string(),
  field: t.orNull(t.string('The field that the column may fill; null for none.')),
}) {}

export class FilePreview extends Answer({
  columns: t.list(PreviewColumn),
  rows: t.any<string[][]>({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    description: 'The first rows, each with a text for each column, cut after 100 characters.',
  }),
}) {}

/** @throws {ApiError} INVALID_REQUEST @param hashConfig the header with the parameters of a Firebase project */
function toFileImport(query: FileImportQuery, hashConfig: string | undefined): FileImport {
  const { from, dry_run = false, map, assume_verified = false, rp_id } = query;
  const source = SOURCES.get(from);
  if (!source) throw new ApiError('INVALID_REQUEST');
  const ofSource = {
    map: [SOURCE_OF_OPTION.map, map],
    rp_id: [SOURCE_OF_OPTION.rpId, rp_id],
    'firebase-hash-config': [SOURCE_OF_OPTION.hashConfig, hashConfig],
  } as const;
  for (const [name, [only, value]] of Object.entries(ofSource)) {
    if (value !== undefined && from !== only)
      throw new ApiError('INVALID_REQUEST', `${name} is for from=${only} only.`);
  }
  if (rp_id !== undefined && !isRpId(rp_id))
    throw new ApiError('INVALID_REQUEST', 'rp_id must be a host name in lower case, such as example.com.');
  const columns = map === undefined ? new Map<string, string>() : toColumns(map);
  const firebase = hashConfig === undefined ? undefined : toHashConfig(hashConfig);
  const options = { columns, onlyMapped: map !== undefined, rpId: rp_id, firebase };
  return { source, options, assumesVerified: assume_verified, dryRun: dry_run };
}

function toColumns(map: string): Map<string, string> {
  const columns = new Map(Object.entries(parseObject(map)));
  for (const [field, column] of columns) {
    if (!isCsvField(field))
      throw new ApiError('INVALID_REQUEST', `map has the field "${field}", which does not exist.`);
    if (typeof column !== 'string') throw new ApiError('INVALID_REQUEST', `map must have a text for "${field}".`);
  }
  if (columns.has('email')) return columns as Map<string, string>;
  throw new ApiError('INVALID_REQUEST', 'map must have a column for "email".');
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Not JSON at all: the same failure.
  }
  throw new ApiError('INVALID_REQUEST', 'map must be a JSON object.');
}

function toHashConfig(text: string): FirebaseHashConfig {
  const config = parseFirebaseHashConfig(text);
  if (config) return config;
  const names = 'base64_signer_key, base64_salt_separator, rounds and mem_cost of SCRYPT';
  throw new ApiError('INVALID_REQUEST', `The hash parameters must have ${names}.`);
}

const TYPE = 'application/octet-stream';
const FILE_TYPE = /^application\/octet-stream\s*(?:;|$)/i;
/** Not in the query: it has a secret, and proxies log addresses. */
const HASH_CONFIG = 'firebase-hash-config';

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
    private readonly files: FileImportService,
    private readonly batches: ImportBatchService,
    private readonly exports: ExportService,
    private readonly shutdown: ShutdownSignal,
  ) {}

  @ApiConsumes(...TYPES)
  @ApiBody({
    schema: { type: 'string' },
    description: 'Each line is a body of `POST /api/admin/users`. Any number of lines.',
  })
  @Endpoint('POST import', Access('admin', 'write', { makes: 'import' }), {
    id: 'adminImportUsers',
    summary: 'Import users',
    description:
      'Reads one user a line. A line that fails is listed in the answer, and the others are imported. A field that is not in the list fails its line, and so does the `uid` of a deleted user without the scope `export`. When the administrator loses the right meanwhile, the answer is `NOT_AUTHENTICATED`, and users of earlier lines stay.',
    answers: ImportResult,
    fails: ['UNSUPPORTED_MEDIA_TYPE'],
    ownBody: true,
  })
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

  @Endpoint('GET import', Access('admin', 'read', 'reads'), {
    id: 'adminListImports',
    summary: 'List imports',
    description: 'With the number of users that each still has, for an undo.',
    answers: ImportList,
  })
  async listImports(@Query() page: PageQuery): Promise<ImportList> {
    return toImportList(await this.batches.list(page));
  }

  @Endpoint('DELETE import/:batch_id', Access('admin', 'write', 'changes'), {
    id: 'adminUndoImport',
    summary: 'Undo an import: remove its users who never signed in',
    description: 'Users who have signed in remain.',
    answers: RemovedBatch,
    fails: ['BATCH_NOT_FOUND'],
  })
  undoImport(@Param('batch_id') batchId: string): Promise<RemovedBatch> {
    return this.batches.undo(batchId);
  }

  @Endpoint('GET export', Access('admin', 'export', { makes: 'export' }), {
    id: 'adminExportUsers',
    summary: 'Export users',
    description:
      'Writes one user a line, in the form that an import reads. The answer breaks off when the administrator loses the right meanwhile.',
    text: { type: NDJSON, description: 'Each line is a user that an import can read.' },
  })
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

  @ApiConsumes(TYPE)
  @ApiHeader({
    name: HASH_CONFIG,
    required: false,
    description: 'For `firebase`: the password hash parameters of the project, in one line.',
  })
  @ApiBody({ schema: { type: 'string', format: 'binary' }, description: 'The file, of any size.' })
  @Endpoint('POST import/file', Access('admin', 'write', { makes: 'import' }), {
    id: 'adminImportFile',
    summary: 'Import the file of another product, or a table',
    description:
      'Reads what `latchkey import --from` reads, one file. The answer begins when the whole file was read. The `uid` of a deleted user fails its record without the scope `export`.',
    either: [FileImportResult, InterruptedFileImport],
    fails: ['UNSUPPORTED_MEDIA_TYPE'],
    ownBody: true,
  })
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

  @ApiConsumes(TYPE)
  @ApiBody({
    schema: { type: 'string', format: 'binary' },
    description: 'The first bytes of the file, at most 64 KiB.',
  })
  @Endpoint('POST import/preview', Access('admin', 'write', 'reads'), {
    id: 'adminPreviewFile',
    summary: 'Show the columns and the first rows of a CSV file',
    description: 'With the field that each column may fill, for the `map` of an import.',
    answers: FilePreview,
    fails: ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'],
    noEvents: true,
    ownBody: true,
  })
  async previewFile(@Req() request: FastifyRequest): Promise<FilePreview> {
    requireFile(request);
    return previewCsv(checkedText(await collect(request.raw)));
  }
}

async function* nothing(): AsyncGenerator<string> {}
