import type { ExternalPerson } from '@app/federation';
import type { SessionKey, VouchedFor } from '@app/tokens';
import type { BoundCode } from '../sign-in/proof.js';

/** What the service must know when a person comes back from a provider. */
export interface ExternalState extends BoundCode {
  provider: string;
  /** Of the provider: the sign-in ends when the provider changes. */
  version: string;
  nonce: string;
  /** The PKCE verifier of the service. */
  verifier: string;
  maxAge?: number;
  /** The URL to which the person returns. */
  target: string;
  /** Whether a person without an account may create one. */
  signUp: boolean;
  /** The session of a user who links an identity; left out for a sign-in. */
  linking?: SessionKey;
}

/** A person with the time at which the provider authenticated them, and `mfa` only where it is recent. */
export type AuthenticatedPerson = ExternalPerson & { authTime: number };

/** A person whom a provider has authenticated. */
interface FoundPerson extends Pick<ExternalState, 'provider' | 'version' | 'signUp'> {
  person: AuthenticatedPerson;
}

/** What a logout token of the provider names. */
export function vouchedFor({ provider, person: { key, idpSid } }: FoundPerson): VouchedFor {
  return { idp: provider, identityKey: key, idpSid };
}

/** What a code stands for. */
export interface ExternalCode extends FoundPerson, BoundCode, Pick<ExternalState, 'linking'> {}

/** A person who must prove an address. */
export interface PendingPerson extends FoundPerson {
  /** Until when a code can be requested, in seconds since the UNIX epoch. */
  until: number;
}

/** The same after a code was mailed. */
export interface AskedPerson extends FoundPerson {
  /** The key of the challenge of the pending person, which one of several codes consumes. */
  pending: string;
}

export const STATE_SECONDS = 600;
export const PENDING_SECONDS = 600;
