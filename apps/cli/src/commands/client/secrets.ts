import { ClientSecretService, toCreatedSecret } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, print } from '../../terminal/output.js';

export function addClientSecrets(group: Command): void {
  addCommand(group, 'add-secret <client_id>', 'make a second secret of a client; it is shown this once').action(add);
  addCommand(group, 'delete-secret <client_id> <secret_id>', 'delete a secret of a client').action(remove);
}

async function add(clientId: string, output: OutputOptions): Promise<void> {
  const made = toCreatedSecret(await withServices((get) => get(ClientSecretService).add(clientId)));
  print(made, output, () => [made.client_secret]);
  if (!output.json) process.stderr.write(`Secret ${made.secret_id} is made. Keep it safe: it is not shown again.\n`);
}

async function remove(clientId: string, secretId: string, output: OutputOptions): Promise<void> {
  await withServices((get) => get(ClientSecretService).remove(clientId, secretId));
  print({ deleted: secretId.toLowerCase() }, output, () => [`Secret ${secretId.toLowerCase()} is deleted.`]);
}
