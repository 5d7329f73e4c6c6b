import type { Command } from 'commander';
import { AdminUpdateUserRequest, toAdminUser, UserChangeService, UserLookup } from '../../../../api/src/admin/index.js';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions } from '../../terminal/output.js';
import { printUser, WHO } from './print-user.js';

const HELP = `
The claims are a JSON object of at most 1 KiB, such as {"roles":["editor"]}; {} removes them. Access tokens contain them as
"app". Other services refuse tokens with the earlier claims within seconds. The sessions of the user go on.`;

export function addSetClaims(group: Command): void {
  addCommand(group, `set-claims ${WHO} <json>`, 'set what access tokens say about a user, such as roles')
    .addHelpText('after', HELP)
    .action(setClaims);
}

async function setClaims(who: string, claims: string, output: OutputOptions): Promise<void> {
  const request = await validated(AdminUpdateUserRequest, { claims });
  const user = await withServices(async (get) => {
    const { uid } = await get(UserLookup).locate(who);
    return toAdminUser(await get(UserChangeService).change(uid, { claims: request.claims }));
  });
  printUser(user, output);
}
