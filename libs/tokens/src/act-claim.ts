import type { AccessClaims, ActClaim } from '@app/auth';
import type { Session } from './sessions/session.entity.js';

/** The kinds of administrators: how a session names them, as the event log does, and how `act` does. */
const KINDS = [
  { actor: 'admin:', subject: 'adm_' },
  { actor: 'user:', subject: '' },
];

/** The claim `act` of a session in which an administrator acts as the user; undefined for any other session. */
export function actOf({ impersonator, actName }: Pick<Session, 'impersonator' | 'actName'>): ActClaim | undefined {
  const kind = KINDS.find(({ actor }) => impersonator?.startsWith(actor));
  if (impersonator === null || kind === undefined) return undefined;
  return { sub: kind.subject + impersonator.slice(kind.actor.length), name: actName ?? '' };
}

/** The administrator who acts as the user of an access token, as events name them; undefined for a token of the user. */
export function impersonatorOf({ act }: Pick<AccessClaims, 'act'>): string | undefined {
  if (act === undefined) return undefined;
  const kind = KINDS.find(({ subject }) => act.sub.startsWith(subject));
  return kind && kind.actor + act.sub.slice(kind.subject.length);
}
