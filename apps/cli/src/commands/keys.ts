import { OperationsService } from '@app/flows';
import { SigningKeys } from '@app/tokens';
import type { Command } from 'commander';
import { type KeyView, toKeyList } from '../../../api/src/admin/tokens.dto.js';
import { allRows, withServices } from '../services/with-services.js';
import { addCommand, type OutputOptions, print, tableOf, time } from '../terminal/output.js';

export function addKeys(program: Command): void {
  const group = program.command('keys').description('list and rotate the keys that sign access tokens');
  addCommand(group, 'list', 'list the signing keys, newest first').action(list);
  addCommand(
    group,
    'rotate',
    'rotate the signing key: the next key signs when it has been published long enough; no user is signed out',
  ).action(rotate);
}

async function list(output: OutputOptions): Promise<void> {
  const keys = await withServices((get) => allKeys(get(SigningKeys)));
  const columns = {
    KID: 'kid',
    ALG: 'alg',
    STATE: 'state',
    CREATED: 'created_at',
    'SIGNS FROM': 'activates_at',
  } as const;
  print({ keys }, output, () => tableOf(keys, columns));
}

async function rotate(output: OutputOptions): Promise<void> {
  const [kid, keys] = await withServices(async (get) => {
    const successor = await get(OperationsService).rotateKey();
    return [successor, await allKeys(get(SigningKeys))] as const;
  });
  const from = keys.find((key) => key.kid === kid)?.activates_at ?? null;
  print({ kid, activates_at: from }, output, () => [`Key ${kid} signs from ${time(from)} on.`]);
}

async function allKeys(keys: SigningKeys): Promise<KeyView[]> {
  return toKeyList(await allRows((page) => keys.list(page))).keys;
}
