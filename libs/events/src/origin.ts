import { Scope } from '@app/database';

/** Who does something, and from where. */
export interface Origin {
  /** `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
  readonly actor: string;
  /** The address that the request came from; null where there was none. */
  readonly ip: string | null;
}

const SYSTEM: Origin = { actor: 'system', ip: null };

const origins = new Scope<Origin>();

/** Does work on behalf of somebody: whatever is recorded in it, however deep, names them. */
export function onBehalfOf<T>(origin: Origin, work: () => Promise<T>): Promise<T> {
  return origins.run(origin, work);
}

/** On whose behalf this is done; the service's own outside of any request. */
export function currentOrigin(): Origin {
  return origins.current ?? SYSTEM;
}

/** The same for a user who has just shown who they are, in a request that carries no access token of theirs. */
export function onBehalfOfUser<T>(uid: string, work: () => Promise<T>): Promise<T> {
  return onBehalfOf({ actor: userActor(uid), ip: currentOrigin().ip }, work);
}

/** How the log names a user who acts. */
export function userActor(uid: string): string {
  return `user:${uid}`;
}

/** How the log names the holder of an admin token. */
export function adminActor(tokenId: string): string {
  return `admin:${tokenId}`;
}
