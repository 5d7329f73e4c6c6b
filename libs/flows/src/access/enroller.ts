import type { CallerIdentity } from '@app/auth';
import { hashToken } from '@app/config';
import type { RegistrationHome } from '@app/factors';

/** Who adds a factor: a signed-in caller, or the owner of a sign-in that must wait for a factor. */
export type Enroller = { uid: string; caller: CallerIdentity } | { uid: string; mfaToken: string };

/** What a factor that an enroller adds lives in until it is added: only that can add it. */
export function homeOf(enroller: Enroller): RegistrationHome {
  return 'caller' in enroller ? { session: enroller.caller.sessionId } : { token: hashToken(enroller.mfaToken) };
}
