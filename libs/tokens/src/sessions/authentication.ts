import type { Acr, SignInMethod } from './session-kinds.js';

declare const ADMITTED: unique symbol;

/**
 * A user for whom a session may open, or a session that may have tokens. Only a cast makes one: in `SignInGate`, in
 * `ImpersonationService`, in `SessionAssurance` for refreshes and codes of the pages, and in `SessionStore` for a session that has just
 * opened. Any other cast opens a way round the gate.
 */
export type Admitted<T> = T & { readonly [ADMITTED]: true };

/** The client of a request, as the request describes it. */
export interface Client {
  ip: string;
  userAgent: string;
  /** Left out for a client that wants no device token. */
  device?: ShownDevice;
}

/** What a client shows about the device that it runs on. */
export interface ShownDevice {
  /** The device tokens that it has, at most one for each account. */
  tokens: string[];
  /** Whether they are in a cookie, which no script can read. */
  inCookie: boolean;
}

/** How a session is authenticated. */
export interface Authentication {
  method: SignInMethod;
  /** What was proved (RFC 8176). */
  amr: readonly string[];
  acr: Acr;
  /** The external provider that vouched for the user. */
  idp?: string;
  /** The SHA-256 of the id of the session at that provider, in hexadecimal. */
  idpSid?: string;
  /** When that provider authenticated the user, in epoch seconds; left out for now. */
  authTime?: number;
  /** The longest life that the provider allows, in seconds; 0 or left out for that of the settings. */
  maxTtl?: number;
  /** A second factor of the user that was shown: one that existed before, or one that was added by this sign-in. */
  factor?: 'earlier' | 'new';
  /** When the session begins, in epoch seconds; left out for now. */
  createdAt?: number;
  /** From when on a refresh checks whether the user must have a factor, in epoch seconds. */
  factorDueAt?: number | null;
  /** The device of the sign-in. */
  deviceId?: string | null;
  /** The session in which this one begins. */
  parentId?: string | null;
  /** The administrator who acts as the user, who has proved nothing. */
  impersonator?: Impersonator;
}

/** An administrator who acts as a user. */
export interface Impersonator {
  /** The name in events. */
  actor: string;
  name: string;
  /** The session of the console in which an admin token acts, by its hash; null for any other. */
  consoleHash: string | null;
  /** When the session ends, in epoch seconds. */
  until: number;
}
