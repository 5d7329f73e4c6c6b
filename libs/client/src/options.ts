import type { SignedOutReason } from './session/tokens.js';
import type { TokenStorage } from './tabs/storage.js';
import type { Fetch } from './wire.js';

export interface ClientOptions {
  /** The `BASE_URL` of the service. */
  baseUrl: string;
  /** The storage of the tokens. Default: `localStorage`, or memory if there is none. */
  storage?: TokenStorage;
  /** The key in the storage. Clients with the same key share a session. Default: derived from `baseUrl`. */
  storageKey?: string;
  /** Called in every tab when the session ends, with the reason. */
  onSignedOut?: (reason: SignedOutReason) => void;
  /** Origins that `fetch` may send the access token to. Default: those of the page and the service. */
  apiOrigins?: string[];
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch;
}

/** The origins that may get the access token by default. */
export function defaultOrigins(baseUrl: string): string[] {
  const page = globalThis.location;
  return [new URL(baseUrl, page?.href).origin, ...(page ? [page.origin] : [])];
}
