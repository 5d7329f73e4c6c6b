import { ApiError } from '@app/errors';
import type { TokenPair } from '@app/tokens';
import type { MfaChallenge, SignInOutcome } from './proof.js';

/**
 * The tokens of a sign-in. To be called after the commit, since the MFA challenge is part of the transaction.
 * @throws {ApiError} MFA_REQUIRED, MFA_ENROLMENT_REQUIRED with the token for the next step
 */
export function tokensOf(outcome: SignInOutcome, details: Record<string, unknown> = {}): TokenPair {
  if ('tokens' in outcome) return outcome.tokens;
  const { code, token, expiresAt, methods } = outcome.mfaChallenge;
  throw new ApiError(code, undefined, { details: { ...details, mfa_token: token, expiry: expiresAt, methods } });
}

/** The parameters that a link appends to its target in place of the tokens. */
export function parametersOf({ code, token, expiresAt, methods }: MfaChallenge): Record<string, string | number> {
  const { message } = new ApiError(code);
  return { error: code, message, mfa_token: token, methods: methods.join(), exp: expiresAt };
}
