import type { SignedOutReason } from './session/tokens.js';
import type { TokenStorage } from './tabs/storage.js';
import type { Fetch } from './wire.js';

export interface ClientOptions {
  /** Where the service is: its `BASE_URL`. */
  baseUrl: string;
  /** Where the tokens are kept. Default: `localStorage`; in memory where there is none. */
  storage?: TokenStorage;
  /** The key in the storage. Clients of one key share a session. Default: made of `baseUrl`. */
  storageKey?: string;
  /** Called in every tab when the session has ended, with the reason. */
  onSignedOut?: (reason: SignedOutReason) => void;
  /** Origins that `fetch` may send the access token to. Default: that of the page, and that of the service. */
  apiOrigins?: string[];
  /** In place of the platform's `fetch`. */
  fetch?: Fetch;
}

/** Where an access token may go unless the app says otherwise. */
export function defaultOrigins(baseUrl: string): string[] {
  const page = globalThis.location;
  return [new URL(baseUrl, page?.href).origin, ...(page ? [page.origin] : [])];
}
