import type { Command } from 'commander';
import {
  CSV_FIELDS,
  type FirebaseHashConfig,
  isCsvField,
  isRpId,
  parseFirebaseHashConfig,
  type SourceOptions,
} from '../../../../api/src/admin/index.js';
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
  return new Map(
    texts.map((text) => {
      const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      if (name === '') throw usageError(`${option} must have pairs such as a=b, separated by commas.`);
      return [name.trim(), value.trim()];
    }),
  );
}

async function readHashConfig(path: string): Promise<FirebaseHashConfig> {
  const { input, beginning } = await openText(path, true);
  input.destroy();
  const config = beginning.length > MOST_BYTES ? undefined : parseFirebaseHashConfig(beginning.toString());
  if (config) return config;
  throw usageError('--hash-config must have base64_signer_key, base64_salt_separator, rounds and mem_cost of SCRYPT.');
}
