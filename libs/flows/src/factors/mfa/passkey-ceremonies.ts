import type { CallerIdentity } from '@app/auth';
import type { AssertionCeremony } from '@app/factors';

/** A passkey as the second factor: the first one was proved, so presence is enough. @param key of the `mfa_token` */
export function passkeySecondStep(uid: string, key: string): AssertionCeremony & { uid: string } {
  return { purpose: 'passkey_mfa', uid, livesIn: { token: key }, verifiesUser: false };
}

/** A passkey as the only new proof in a session. */
export function passkeyReauthentication({ uid, sessionId }: CallerIdentity): AssertionCeremony & { uid: string } {
  return { purpose: 'passkey_reauth', uid, livesIn: { session: sessionId }, verifiesUser: true };
}
