import { SigningKeys } from '@app/tokens';
import type { Command } from 'commander';
import { type KeyView, toKeyList } from '../../api/src/admin/keys/keys.dto.js';
import { KeysService } from '../../api/src/admin/keys/keys.service.js';
import { everyRow } from './every-row.js';
import { addCommand, type OutputOptions, print, table, time } from './output.js';
import { withServices } from './service.js';

export function addKeys(program: Command): void {
  const group = program.command('keys').description('list and rotate the keys that sign access tokens');
  addCommand(group, 'list', 'list the signing keys, newest first').action(list);
  addCommand(
    group,
    'rotate',
    'let the next key take over, as soon as everybody can know it; nobody is signed out',
  ).action(rotate);
}

async function list(output: OutputOptions): Promise<void> {
  const keys = await withServices((get) => everyKey(get(SigningKeys)));
  print({ keys }, output, () =>
    table(
      ['KID', 'ALG', 'STATE', 'CREATED', 'SIGNS FROM'],
      keys.map(({ kid, alg, state, created_at, activates_at }) => [
        kid,
        alg,
        state,
        time(created_at),
        time(activates_at),
      ]),
    ),
  );
}

async function rotate(output: OutputOptions): Promise<void> {
  const [kid, keys] = await withServices(async (get) => {
    const successor = await get(KeysService).rotate();
    return [successor, await everyKey(get(SigningKeys))] as const;
  });
  const from = keys.find((key) => key.kid === kid)?.activates_at ?? null;
  print({ kid, activates_at: from }, output, () => [`Key ${kid} signs from ${time(from)} on.`]);
}

async function everyKey(keys: SigningKeys): Promise<KeyView[]> {
  const rows = await everyRow((page) => keys.list(page));
  return toKeyList({ rows, nextCursor: null }).keys;
}
