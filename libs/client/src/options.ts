import type { SignedOutReason } from './session/tokens.js';
import type { TokenStorage } from './tabs/tabs.js';
import type { Fetch } from './wire.js';

export interface ClientOptions {
  /** The `BASE_URL` of the service. */
  baseUrl: string;
  /**
   * Where the refresh token is. `token`: in `storage`. `cookie`: in a cookie that no script can read, and the access token in the
   * memory of the tabs; for web pages and service workers whose origin is among the `COOKIE_ORIGINS` of the service. `pages`: as
   * `cookie`, in the cookie of the sign-in pages; for these pages only. Default: `token`.
   */
  sessions?: 'token' | 'cookie' | 'pages';
  /**
   * Whether `requestMagicLink` does what `signInWithLink` does, and `completeMagicLink` refuses tokens in the URL. Default: whether
   * `sessions` is another one than `token`.
   */
  linkCodes?: boolean;
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

/** What a product asks of the sign-in page of the service. */
export interface PageOptions {
  /** The page to which it leads back. */
  nextUrl: string;
  /** What it shows first. Default: `sign-in`. */
  screen?: 'sign-in' | 'sign-up' | 'reset';
  /** The email to begin with. */
  loginHint?: string;
  /** The language, a tag such as `de`. Default: those of the browser. */
  locale?: string;
  /** `login`: a user who is signed in already signs in again. */
  prompt?: 'login';
  /** `aal2`: the user shows a second factor, or adds one. Check the claim `acr` of the access token. */
  acr?: 'aal1' | 'aal2';
  /** How old the proof may be, in seconds. Check the claim `auth_time` of the access token. */
  maxAge?: number;
}

/** The origins that may get the access token by default. */
export function defaultOrigins(baseUrl: string): string[] {
  const page = globalThis.location;
  return [new URL(baseUrl, page?.href).origin, ...(page ? [page.origin] : [])];
}

/** How a second step is made. */
export interface SecondStepOptions {
  /** Whether later sign-ins by password on this device need none for some time. Only with `sessions: 'cookie'`. */
  trustDevice?: boolean;
}

/** What the second step says about the device. */
export function trustOf({ trustDevice = false }: SecondStepOptions = {}): { trust_device?: true } {
  return trustDevice ? { trust_device: true } : {};
}
