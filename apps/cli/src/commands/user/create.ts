import { AdminCreateUserRequest, toAccountFacts, toAdminUser, UserCreator, UserLookup } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions } from '../../terminal/output.js';
import { readPassword } from '../../terminal/questions.js';
import { printUser } from './print-user.js';

interface CreateOptions extends OutputOptions {
  /** False with `--no-password`. */
  password: boolean;
  passwordHash?: string;
  verified?: boolean;
  metadata?: string;
  claims?: string;
}

const HELP = `
The password is typed twice on a terminal; without a terminal it is the one line of standard input. It is never an
argument, since other users of the machine can read the arguments of a process.`;

export function addCreate(group: Command): void {
  addCommand(group, 'create <email>', 'create a user; no email is sent')
    .option('--no-password', 'without a password: the user signs in by magic link, or resets the password')
    .option('--password-hash <hash>', 'the hash of an existing password (bcrypt or argon2id) instead of a password')
    .option('--verified', 'the email counts as verified')
    .option('--metadata <json>', 'the metadata, as JSON')
    .option('--claims <json>', 'what access tokens say about the user, as a JSON object')
    .addHelpText('after', HELP)
    .action(create);
}

async function create(email: string, options: CreateOptions): Promise<void> {
  const { passwordHash: password_hash, verified: email_verified, metadata, claims } = options;
  const request = await validated(AdminCreateUserRequest, { email, password_hash, email_verified, metadata, claims });
  const user = await withServices(async (get) => {
    const asks = options.password && password_hash === undefined;
    const password = asks ? await readPassword() : undefined;
    const { uid } = await get(UserCreator).create({ ...toAccountFacts(request), password });
    return toAdminUser(await get(UserLookup).get(uid));
  });
  printUser(user, options);
}
