import { createInterface } from 'node:readline';
import { apiKeysIn, keyIdIn } from '@app/clients';
import { ApiKeyService } from '@app/flows';
import type { Command } from 'commander';
import { type ApiKeyView, toAllApiKeys, toApiKeyList } from '../../../api/src/machines/machines.dto.js';
import { allRows, type Get, withServices } from '../services/with-services.js';
import { usageError } from '../terminal/errors.js';
import { openText } from '../terminal/input.js';
import { addCommand, type OutputOptions, print, printList } from '../terminal/output.js';

const HELP = `
With --from-file, each text in the file that has the form of an API key and the right checksum is looked up; the rest of
the file does not matter. An email informs the users of revoked keys.`;

export function addApiKeys(program: Command): void {
  const group = program.command('api-key').description('list and revoke the API keys of users');
  addCommand(group, 'list', 'list the API keys, newest first')
    .option('--user <uid>', 'only those of a user')
    .action(list);
  addCommand(group, 'revoke [key_id]', 'revoke an API key, or all keys in a list of leaked ones, at once and for good')
    .option('--from-file <file>', 'a file with leaked keys anywhere in its text; - for standard input')
    .addHelpText('after', HELP)
    .action(revoke);
}

async function list({ user, ...output }: OutputOptions & { user?: string }): Promise<void> {
  const found = await withServices(async (get) => {
    if (user !== undefined) return toApiKeyList(await get(ApiKeyService).ofUser(user));
    const { api_keys } = toAllApiKeys(await allRows((page) => get(ApiKeyService).list(page)));
    return { api_keys };
  });
  const rows: (ApiKeyView & { uid?: string })[] = found.api_keys;
  printList({ answer: found, rows, none: 'There is no API key.' }, output, {
    KEY: 'key_id',
    USER: ({ uid }) => uid ?? user,
    NAME: 'name',
    SCOPES: 'scopes',
    AUDIENCES: 'audiences',
    EXPIRES: 'expires_at',
    'LAST USED': 'last_used_at',
  });
}

async function revoke(
  keyId: string | undefined,
  { fromFile, ...output }: OutputOptions & { fromFile?: string },
): Promise<void> {
  if ((keyId === undefined) === (fromFile === undefined)) throw usageError('Give either a key id or --from-file.');
  if (fromFile !== undefined) return revokeLeaked(fromFile, output);
  await withServices((get) => get(ApiKeyService).removeById(keyId ?? ''));
  print({ revoked: keyId }, output, () => [`API key ${keyId} is revoked.`]);
}

async function revokeLeaked(path: string, output: OutputOptions): Promise<void> {
  const texts = await keysIn(path);
  const real = texts.filter((text) => keyIdIn(text) !== undefined);
  const revoked = real.length === 0 ? [] : await withServices((get) => revokeEach(get, real));
  const unknown = real.length - revoked.length;
  const malformed = texts.length - real.length;
  print({ revoked, unknown, malformed }, output, () => [
    ...revoked.map((id) => `API key ${id} is revoked.`),
    `${revoked.length} keys are revoked; ${unknown} are not known; ${malformed} have a wrong checksum.`,
  ]);
}

async function revokeEach(get: Get, keys: string[]): Promise<string[]> {
  const revoked: string[] = [];
  for (const key of keys) {
    const id = await get(ApiKeyService).removeLeaked(key);
    if (id !== undefined) revoked.push(id);
  }
  return revoked;
}

/** The texts of a file that have the form of a key, each once. */
async function keysIn(path: string): Promise<string[]> {
  const { input } = await openText(path);
  const found = new Set<string>();
  for await (const line of createInterface({ input })) for (const key of apiKeysIn(line)) found.add(key);
  return [...found];
}
