import {
  CSV_FIELDS,
  type FirebaseHashConfig,
  isCsvField,
  isRpId,
  parseFirebaseHashConfig,
  SOURCE_OF_OPTION,
  type SourceOptions,
} from '@app/flows';
import type { Command } from 'commander';
import { usageError } from '../../terminal/cli-error.js';
import { openText } from '../../terminal/text-input.js';

/** The longest file of hash parameters. */
const MOST_BYTES = 16 * 1024;

/** The options that some sources need. */
export interface SourceFlags {
  map?: string[];
  provider?: string[];
  hashConfig?: string;
  rpId?: string;
  assumeVerified?: boolean;
}

const collect = (value: string, earlier: string[] = []) => [...earlier, ...value.split(',')];

export function addSourceOptions(command: Command): Command {
  return command
    .option('--map <field=column,...>', 'csv: the columns of fields, also metadata.<name> and claims.<name>', collect)
    .option('--provider <name=id,...>', 'the providers here for names of providers in the source', collect)
    .option('--hash-config <file>', 'firebase: the password hash parameters of the project')
    .option('--rp-id <host>', 'kratos: the relying party id of its passkeys')
    .option('--assume-verified', 'treat addresses as verified if the source does not say whether they are');
}

const NAMES = { map: '--map', hashConfig: '--hash-config', rpId: '--rp-id' } as const;

/** An option that does nothing is a mistake, and so is an import without what it should do. */
export function checkFlags(from: string, flags: SourceFlags): void {
  for (const name of ['map', 'hashConfig', 'rpId'] as const) {
    const source = SOURCE_OF_OPTION[name];
    if (flags[name] !== undefined && from !== source) throw usageError(`${NAMES[name]} is for --from ${source} only.`);
  }
  if (from === 'ndjson' && (flags.provider ?? flags.assumeVerified) !== undefined)
    throw usageError('--provider and --assume-verified are not for ndjson, whose lines say it themselves.');
}

export async function readSourceOptions({ map, hashConfig, rpId }: SourceFlags): Promise<SourceOptions> {
  const columns = pairsOf('--map', map);
  for (const field of columns.keys()) {
    if (!isCsvField(field)) {
      throw usageError(
        `--map has no field "${field}": use ${CSV_FIELDS.join(', ')}, metadata.<name> or claims.<name>.`,
      );
    }
  }
  if (rpId !== undefined && !isRpId(rpId))
    throw usageError('--rp-id must be a host name in lower case, such as example.com.');
  return { columns, rpId, firebase: hashConfig === undefined ? undefined : await readHashConfig(hashConfig) };
}

/** The pairs of an option such as `--map email=mail,name=full_name`. */
export function pairsOf(option: string, texts: string[] = []): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', value = ''] = (/^([^=]+)=(.+)$/s.exec(text) ?? []).map((part) => part.trim());
    if (name === '') throw usageError(`${option} must have pairs such as a=b, separated by commas.`);
    if (pairs.has(name)) throw usageError(`${option} has "${name}" twice.`);
    pairs.set(name, value);
  }
  return pairs;
}

async function readHashConfig(path: string): Promise<FirebaseHashConfig> {
  const { input, beginning } = await openText(path);
  input.destroy();
  const config = beginning.length > MOST_BYTES ? undefined : parseFirebaseHashConfig(beginning.toString());
  if (config) return config;
  throw usageError('--hash-config must have base64_signer_key, base64_salt_separator, rounds and mem_cost of SCRYPT.');
}
