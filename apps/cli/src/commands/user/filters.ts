import { parameterOf } from '@app/flows';
import type { Type } from '@nestjs/common';
import type { Command } from 'commander';
import { validated } from '../../services/validated.js';

/** The options of a command that selects users, as they were typed. */
export type FilterOptions = Record<string, string | boolean | undefined>;

/** Adds the filters of `GET /api/admin/users`. */
export function addFilters(command: Command): Command {
  return command
    .option('--email <email>', 'the user with exactly this email')
    .option('--search <prefix>', 'users whose email begins like this, sorted by email')
    .option('--email-contains <text>', 'users with this in their email, sorted by email')
    .option('--active <true|false>', 'users who may, or may not, sign in')
    .option('--email-verified <true|false>', 'users whose email is, or is not, verified')
    .option('--created-after <epoch>', 'users created in this second or later')
    .option('--created-before <epoch>', 'users created before this second')
    .option('--role <role>', 'users with this role in their claims')
    .option('--admin-scopes <true|false>', 'users who do, or do not, administer')
    .option('--mfa-enabled <true|false>', 'users whose sign-ins need a second factor, or do not')
    .option('--has-password <true|false>', 'users with or without a password')
    .option('--has-passkey <true|false>', 'users with or without a passkey')
    .option('--provider <id>', 'users with an identity at this external provider')
    .option('--last-login-before <epoch>', 'users who last signed in before this second')
    .option('--last-login-after <epoch>', 'users who last signed in in this second or later');
}

/** The options as a request of the admin API, after its checks. @throws {ApiError} INVALID_REQUEST */
export function toRequest<T>(request: Type<T>, options: FilterOptions): Promise<T> {
  const values = Object.entries(options).map(([option, value]) => [parameterOf(option), value]);
  return validated(request, Object.fromEntries(values));
}
