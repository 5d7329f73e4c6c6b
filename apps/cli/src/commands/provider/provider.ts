import type { Command } from 'commander';
import { addProviderChanges } from './changes.js';
import { addProviderViews } from './views.js';

export function addProviders(program: Command): void {
  const group = program
    .command('provider')
    .description('list, add, change, remove and test the external providers that users may sign in with');
  for (const add of [addProviderViews, addProviderChanges]) add(group);
}
