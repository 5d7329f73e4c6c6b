import { Secret, TOTP } from 'otpauth';
import type { App, SignedUp } from '../service/app.js';

const PERIOD = 30;

/** The code of an authenticator app at a time, in epoch seconds. */
export function codeAt(secret: string, seconds: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1_000 });
}

/** A user with an authenticator app, signed in with both factors. */
export interface Fenced extends SignedUp {
  factorId: string;
  secret: string;
  recoveryCodes: string[];
}

/** The code of an app for the clock of the service, some steps later. */
export async function codeOf(app: App, secret: string, steps = 0): Promise<string> {
  return codeAt(secret, (await nowOf(app)) + steps * PERIOD);
}

/** The clock of the service, in epoch seconds. */
export async function nowOf(app: App): Promise<number> {
  const probe = await app.signUp();
  return probe.expiry - 900;
}

/** Adds an authenticator app to a user whose address is proved. */
export async function fence(app: App, user: SignedUp): Promise<Fenced> {
  await app.prove(user.uid);
  const { token } = user;
  const made = await app.post('/api/auth/user/mfa/totp', { name: 'Phone' }, { token });
  if (made.status !== 200) throw new Error(`totp answered ${made.status} ${made.text}`);
  const { factor_id: factorId, secret } = made.json;
  const code = await codeOf(app, secret);
  const confirmed = await app.post(`/api/auth/user/mfa/totp/${factorId}/confirm`, { code }, { token });
  if (confirmed.status !== 200) throw new Error(`confirm answered ${confirmed.status} ${confirmed.text}`);
  return { ...user, factorId, secret, recoveryCodes: confirmed.json.recovery_codes };
}

/** A new user with an authenticator app. The code of the current step is spent. */
export async function fencedUser(app: App): Promise<Fenced> {
  return fence(app, await app.signUp());
}
