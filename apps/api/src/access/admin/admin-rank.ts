import { type Scope, scopesIn } from '@app/admin';
import { ApiError } from '@app/errors';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Administrator } from './administrator.js';

/**
 * Protects the accounts of administrators. To set the password, the address or the factors of a user is to become that user,
 * so it needs all scopes that the user has.
 */
@Injectable()
export class AdminRank {
  constructor(private readonly users: UsersService) {}

  /** An unknown user is left to the endpoint. @throws {ApiError} NOT_AUTHORIZED */
  async requireOver(uid: string, by: Administrator): Promise<void> {
    const user = await this.users.find(uid.toLowerCase());
    if (user) requireScopes(scopesIn(user.adminScopes), by);
  }

  /** The same for the user with an email. @throws {ApiError} NOT_AUTHORIZED */
  async requireOverEmail(email: string, by: Administrator): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (user) requireScopes(scopesIn(user.adminScopes), by);
  }
}

/** Scopes are given only by an administrator who has them. @throws {ApiError} NOT_AUTHORIZED */
export function requireGrant(scopes: string[], by: Administrator): void {
  const missing = ['admins', ...scopes].find((scope) => !by.scopes.some((own) => own === scope));
  if (missing === undefined) return;
  throw new ApiError('NOT_AUTHORIZED', `Only an administrator with the scope "${missing}" can set these scopes.`);
}

function requireScopes(scopes: Scope[], by: Administrator): void {
  const beyond = scopes.find((scope) => !by.scopes.includes(scope));
  if (beyond === undefined) return;
  throw new ApiError(
    'NOT_AUTHORIZED',
    `This user has the scope "${beyond}". Only who has it, too, can change the user.`,
  );
}
