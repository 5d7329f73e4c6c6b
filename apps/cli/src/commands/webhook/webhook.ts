import type { Command } from 'commander';
import { addChanges } from './changes.js';
import { addDeliveries } from './deliveries.js';

export function addWebhooks(program: Command): void {
  const group = program
    .command('webhook')
    .description('add, list, change, remove and test webhooks, list their deliveries, and send events again');
  for (const add of [addChanges, addDeliveries]) add(group);
}
