import { SCOPES } from '@app/admin';
import { AdminUpdateUserRequest, toAdminUser, toUserChanges, UserChangeService, UserLookup } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions } from '../../terminal/output.js';
import { printUser, WHO } from './print-user.js';

const NO_SCOPES = 'none';

const CLAIMS_HELP = `
The claims are a JSON object of at most 1 KiB, such as {"roles":["editor"]}; {} removes them. Access tokens contain them as
"app". Other services refuse tokens with the earlier claims within seconds. The sessions of the user go on.`;

const SCOPES_HELP = `
The scopes are separated by commas: ${SCOPES.join(', ')}; "${NO_SCOPES}" takes all away.
The user needs a second factor or a passkey to sign in to the console.`;

/** Commands that set one field of a user. */
export function addSetFields(group: Command): void {
  addCommand(group, `set-claims ${WHO} <json>`, 'set what access tokens say about a user, such as roles')
    .addHelpText('after', CLAIMS_HELP)
    .action((who: string, claims: string, output: OutputOptions) => change(who, { claims }, output));
  addCommand(group, `set-admin-scopes ${WHO} <list>`, 'set what a user may do in the console')
    .addHelpText('after', SCOPES_HELP)
    .action((who: string, list: string, output: OutputOptions) =>
      change(who, { admin_scopes: toScopes(list) }, output),
    );
}

const toScopes = (list: string) => (list === NO_SCOPES ? [] : list.split(',').map((scope) => scope.trim()));

async function change(who: string, fields: Record<string, unknown>, output: OutputOptions): Promise<void> {
  const request = await validated(AdminUpdateUserRequest, fields);
  const user = await withServices(async (get) => {
    const { uid } = await get(UserLookup).locate(who);
    return toAdminUser(await get(UserChangeService).change(uid, toUserChanges(request)));
  });
  printUser(user, output);
}
