import type { Command } from 'commander';
import { addClientChanges } from './changes.js';
import { addClientSecrets } from './secrets.js';
import { addClientTransfer } from './transfer.js';

export function addClients(program: Command): void {
  const group = program
    .command('client')
    .description('make, list, change and delete the clients that get access tokens for themselves, and their secrets');
  for (const add of [addClientChanges, addClientSecrets, addClientTransfer]) add(group);
}
