import { ApiError, failsWith } from '@app/errors';
import {
  type FileImport,
  type FirebaseHashConfig,
  Flag,
  isCsvField,
  isRpId,
  Parameter,
  parseFirebaseHashConfig,
  SOURCE_OF_OPTION,
  SOURCES,
} from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

const NAMES = [...SOURCES.keys()];
const MAX_MAP = 12_000;

export class FileImportQuery {
  @IsIn(NAMES, failsWith('INVALID_REQUEST', `$property must be ${NAMES.join(', ')}`))
  @ApiProperty({ enum: NAMES, description: 'The product that wrote the file, or `csv` for any table with a header.' })
  from!: string;

  @Flag('Only report what would happen.')
  dry_run?: boolean;

  @Parameter({
    maxLength: MAX_MAP,
    description:
      'For `csv`: a JSON object with the columns by the fields that they fill, such as `{"email":"mail"}`. Other columns are then not read.',
  })
  map?: string;

  @Flag('Treat addresses as verified if the source does not say whether they are.')
  assume_verified?: boolean;

  @Parameter({ description: 'For `kratos`: the relying party id of its passkeys.' })
  rp_id?: string;
}

export class PreviewColumn {
  @ApiProperty()
  name!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'The field that the column may fill; null for none.' })
  field!: string | null;
}

export class FilePreview {
  @ApiProperty({ type: [PreviewColumn] })
  columns!: PreviewColumn[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    description: 'The first rows, each with a text for each column, cut after 100 characters.',
  })
  rows!: string[][];
}

/** @throws {ApiError} INVALID_REQUEST @param hashConfig the header with the parameters of a Firebase project */
export function toFileImport(query: FileImportQuery, hashConfig: string | undefined): FileImport {
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
