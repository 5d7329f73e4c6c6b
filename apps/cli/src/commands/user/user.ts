import type { Command } from 'commander';
import { addBulk } from './bulk.js';
import { addChanges } from './changes.js';
import { addCreate } from './create.js';
import { addEndSessions } from './end-sessions.js';
import { addFactors } from './factors.js';
import { addList } from './list.js';
import { addSetFields } from './set-fields.js';
import { addSetPassword } from './set-password.js';
import { addUserData } from './user-data.js';

export function addUsers(program: Command): void {
  const group = program
    .command('user')
    .description(
      'create, list, export and look at users, set a password, claims or admin scopes, reset factors, end sessions, disable, enable or delete them',
    );
  const change = [addSetPassword, addSetFields, addChanges, addEndSessions, addFactors, addBulk];
  for (const add of [addCreate, addList, ...change, addUserData]) add(group);
}
