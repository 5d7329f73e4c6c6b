import type { CallerIdentity } from '@app/auth';

/** Who adds a factor: a signed-in caller, or the owner of a sign-in that must wait for a factor. */
export type Enroller = { uid: string; caller: CallerIdentity } | { uid: string; mfaToken: string };
