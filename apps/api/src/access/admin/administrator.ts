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
  /** When the admin token expires; null for a user, and for a token that does not expire. */
  expiresAt: number | null;
  /** One of both is set. */
  tokenId: string | null;
  uid: string | null;
  /** The session of the console; undefined for a request with an admin token. */
  session?: ConsoleSession;
}

export function ofToken({ id, name, scopes, expiresAt }: AdminToken): Administrator {
  return { actor: adminActor(id), name, scopes, expiresAt, tokenId: id, uid: null };
}

/** Undefined for a user who may not administer. */
export function ofUser({ uid, email, active, adminScopes }: User): Administrator | undefined {
  const scopes = scopesIn(adminScopes);
  if (!active || scopes.length === 0) return undefined;
  return { actor: userActor(uid), name: email, scopes, expiresAt: null, tokenId: null, uid };
}
