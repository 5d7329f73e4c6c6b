import { call } from '../api/call';
import { Failure } from '../api/failure';
import { t } from '../texts/texts';

interface Tokens {
  token: string;
}

/** What a user who must prove a second factor has so far. */
export interface MfaChallenge {
  mfaToken: string;
  methods: string[];
}

interface Challenge {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

const AUTH = '/api/auth';

/** The tokens of a user with this password, or the demand for a second factor. */
export async function signInByPassword(email: string, password: string): Promise<Tokens | MfaChallenge> {
  try {
    return await call<Tokens>('POST', `${AUTH}/user/login`, { email, password });
  } catch (thrown) {
    const failure = Failure.of(thrown);
    if (failure.code !== 'MFA_REQUIRED') throw failure;
    return { mfaToken: String(failure.fields.mfa_token), methods: failure.fields.methods as string[] };
  }
}

/** The tokens after a code of an authenticator app, or a recovery code. */
export function verifyCode(challenge: MfaChallenge, kind: 'code' | 'recovery_code', value: string): Promise<Tokens> {
  return call('POST', `${AUTH}/mfa/verify`, { mfa_token: challenge.mfaToken, [kind]: value });
}

export const supportsPasskeys = () => typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/** The tokens after a passkey: alone, or as the second factor. */
export async function signInByPasskey(challenge?: MfaChallenge): Promise<Tokens> {
  const proof = challenge && { mfa_token: challenge.mfaToken };
  const path = challenge ? `${AUTH}/mfa/passkey/options` : `${AUTH}/passkey/options`;
  const { challenge_id, options } = await call<Challenge>('POST', path, proof ?? {});
  const body = { challenge_id, credential: await credentialFor(options), ...proof };
  return call('POST', challenge ? `${AUTH}/mfa/verify` : `${AUTH}/passkey/login`, body);
}

/** The browser also throws when the user cancels, and when the passkeys belong to another domain. */
async function credentialFor(options: PublicKeyCredentialRequestOptionsJSON) {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return credential.toJSON();
  } catch {
    throw new Failure('NO_PASSKEY', t.signIn.noPasskey);
  }
}
