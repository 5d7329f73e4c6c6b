import type { AccessClaims, ActClaim } from '@app/auth';
import type { Session } from './sessions/session.entity.js';

const PREFIX = 'adm_';

/** The claim `act` of a session in which an administrator acts as the user; undefined for any other session. */
export function actOf({ adminTokenId, actName }: Pick<Session, 'adminTokenId' | 'actName'>): ActClaim | undefined {
  return adminTokenId === null ? undefined : { sub: `${PREFIX}${adminTokenId}`, name: actName ?? '' };
}

/** The id of the admin token that acts as the user of an access token; undefined for a token of the user. */
export function impersonatorOf({ act }: Pick<AccessClaims, 'act'>): string | undefined {
  return act?.sub.slice(PREFIX.length);
}
