import type { ErrorCode } from '@app/errors';
import type { Provider } from '@app/federation';
import type { Link } from '@app/tokens';
import type { User } from '@app/users';
import type { GateAnswer } from '../sign-in/sign-in-gate.js';
import type { AuthenticatedPerson } from './external-challenges.js';

/** A person whom a provider has authenticated, and whether an account may be created. */
export interface ExternalClaim {
  provider: Provider;
  person: AuthenticatedPerson;
  signUp: boolean;
}

/** An address of the person that is proved: by the provider, or by an email code. */
export interface ProvedAddress {
  email: string;
  /** The email with the code; left out where the provider has proved the address. */
  message?: Pick<Link, 'uid'>;
}

/** A code, and why, for the log. */
export interface Refused {
  refusal: ErrorCode;
  reason?: string;
}

export const PROVIDER_CHANGED: Refused = {
  refusal: 'INVALID_CODE',
  reason: 'provider changed or switched off since the first step',
};

/**
 * What a sign-in by a provider leads to. A refusal is no exception, because the transaction must be committed: it has used
 * up the code.
 */
export type Decision = GateAnswer<User> | { unconfirmed: true } | Refused;
