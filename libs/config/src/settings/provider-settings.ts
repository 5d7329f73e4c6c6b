import { readFileSync } from 'node:fs';
import type { SettingsReader } from '../settings-reader.js';

const FILE = 'PROVIDERS_FILE';
const FORM =
  'the path of a JSON file with a list of providers, as docs/provider-administration.md describes (default none)';
/** The fields that are secrets. The file has the name of an environment variable in a field such as `client_secret_env`. */
const SECRETS = ['client_secret', 'private_key'];
const VARIABLE = /^[A-Za-z_]\w{0,99}$/;

/** A provider as the file has it, with its secrets. The service checks the fields when it starts. */
export type ProviderEntry = Record<string, unknown>;

/** External providers from a file. */
export function readProviderSettings(read: SettingsReader): { providerEntries: ProviderEntry[] } {
  const path = read.text(FILE, FORM);
  if (path === undefined) return { providerEntries: [] };
  const list = parseFile(path, (wrong) => read.reject(FILE, wrong, FORM));
  return { providerEntries: list.map((entry, index) => withSecrets(entry, index, read)) };
}

function parseFile(path: string, reject: (wrong: string) => void): ProviderEntry[] {
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The message of a syntax error quotes the text, which may contain a secret that does not belong there.
    const reason = error instanceof SyntaxError ? 'it is no valid JSON' : (error as Error).message;
    reject(`the file ${path} cannot be read: ${reason}`);
    return [];
  }
  if (Array.isArray(list) && list.every((entry) => typeof entry === 'object' && entry !== null)) return list;
  reject(`the file ${path} must contain a list of objects`);
  return [];
}

function withSecrets(entry: ProviderEntry, index: number, read: SettingsReader): ProviderEntry {
  const filled = { ...entry };
  for (const name of SECRETS) {
    const reference = `${name}_env`;
    const place = `provider ${index + 1} of the file`;
    if (name in entry) {
      read.reject(
        FILE,
        `${place} contains the secret "${name}"`,
        `"${reference}" with the name of a variable that has it`,
      );
    }
    if (!(reference in entry)) continue;
    delete filled[reference];
    const variable = entry[reference];
    const value = typeof variable === 'string' && VARIABLE.test(variable) ? read.variable(variable) : undefined;
    if (value === undefined) {
      read.reject(
        FILE,
        `${place} has a "${reference}" that names no variable that is set`,
        'the name of a variable that has the secret',
      );
    }
    filled[name] = value;
  }
  return filled;
}
