import { currentContext, currentSpan, runIn, type WorkContext } from '@app/tracing';

/** The actor of a change, and what is known of the client of the request. */
export interface RequestActor extends WorkContext {
  /** `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
  readonly actor: string;
  /** The client address of the request; null without a request. */
  readonly ip: string | null;
  /** The `User-Agent`, the `Sec-CH-UA` and the `Accept-Language` of the request; undefined without a request. */
  readonly userAgent?: string;
  readonly brands?: string;
  readonly languages?: string;
}

const SYSTEM: RequestActor = { actor: 'system', ip: null };

/** Runs work for an actor: all events that the work records name the actor and its client address. */
export function onBehalfOf<T>(actor: RequestActor, work: () => Promise<T>): Promise<T> {
  const span = actor.span ?? currentSpan();
  return runIn(span === actor.span ? actor : { ...actor, span }, work);
}

/** The actor of the running work; `system` outside of a request. */
export function currentActor(): RequestActor {
  return (currentContext() as RequestActor | undefined) ?? SYSTEM;
}

/** Runs work on behalf of a user whom a request without an access token has authenticated. */
export function onBehalfOfUser<T>(uid: string, work: () => Promise<T>): Promise<T> {
  const { ip, userAgent, brands, languages } = currentActor();
  return onBehalfOf({ actor: userActor(uid), ip, userAgent, brands, languages }, work);
}

/** The actor for a user. */
export function userActor(uid: string): string {
  return `user:${uid}`;
}

/** The actor for an admin token. */
export function adminActor(tokenId: string): string {
  return `admin:${tokenId}`;
}

/** The user or the admin token that an actor names; undefined for any other actor. */
export function makerOf(actor: string): { uid: string } | { tokenId: string } | undefined {
  const [kind, id = ''] = actor.split(':');
  if (kind === 'user') return { uid: id };
  return kind === 'admin' ? { tokenId: id } : undefined;
}
