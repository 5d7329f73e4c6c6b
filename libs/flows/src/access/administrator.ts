import { type AdminToken, type ConsoleSession, type Scope, scopesIn } from '@app/admin';
import { adminActor, userActor } from '@app/events';
import type { User } from '@app/users';

/** Who calls the admin API: an admin token, or a user with admin scopes who has signed in to the console. */
export interface Administrator {
  /** The name in events. */
  actor: string;
  /** The name of the token, or the email of the user. */
  name: string;
  scopes: Scope[];
  /** When the admin token, or one of its makers, expires; null for a user, and for a token that does not expire. */
  expiresAt: number | null;
  /** One of both is set. */
  tokenId: string | null;
  uid: string | null;
  /** How many makers limit the token: the user or the token that made it, the maker of that token, and so on. */
  makers: number;
  /** The session of the console; undefined for a request with an admin token. */
  session?: ConsoleSession;
}

/** Who works on the command line: may do everything, and cannot lose a right. */
export const OPERATOR = 'operator' as const;

export type AdministratorOrOperator = Administrator | typeof OPERATOR;

/** What the makers of a token leave of it. */
export type TokenLimits = Pick<Administrator, 'expiresAt' | 'makers'>;

export function ofToken({ id, name, scopes }: Pick<AdminToken, 'id' | 'name' | 'scopes'>, limits: TokenLimits) {
  return { actor: adminActor(id), name, scopes, tokenId: id, uid: null, ...limits } satisfies Administrator;
}

/**
 * Undefined for a user who may not administer: one without scopes, a disabled one, and one without a factor or a proved address,
 * whose scopes rest.
 * @param needsFactor see `FactorMethods`
 */
export function ofUser(
  user: Pick<User, 'uid' | 'email' | 'active' | 'emailProved' | 'adminScopes'>,
  needsFactor: boolean,
): Administrator | undefined {
  const { uid, email } = user;
  const scopes = scopesIn(user.adminScopes);
  if (!user.active || !needsFactor || !user.emailProved || scopes.length === 0) return undefined;
  return { actor: userActor(uid), name: email, scopes, expiresAt: null, tokenId: null, uid, makers: 0 };
}

/** Whether scopes have one that earlier ones lack. */
export function widens(scopes: readonly Scope[], earlier: readonly Scope[]): boolean {
  return scopes.some((scope) => !earlier.includes(scope));
}

/** Whether scopes include another one. The scope `write` allows sign-ins as any user, so it includes all that `read` shows. */
export function covers(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || (scope === 'read' && scopes.includes('write'));
}
