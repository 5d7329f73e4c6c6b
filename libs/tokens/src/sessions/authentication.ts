import type { Acr, SignInMethod } from './session.entity.js';

/** The client of a request, as the request describes it. */
export interface Client {
  ip: string;
  userAgent: string;
}

/** How a session is authenticated. */
export interface Authentication {
  method: SignInMethod;
  /** What was proved (RFC 8176). */
  amr: readonly string[];
  acr: Acr;
  /** The external provider that vouched for the user. */
  idp?: string;
  /** The administrator who acts as the user, who has proved nothing. */
  impersonator?: Impersonator;
}

/** An administrator who acts as a user. */
export interface Impersonator {
  /** The name in events. */
  actor: string;
  name: string;
  /** When the session ends, in epoch seconds. */
  until: number;
}
