import type { Connection, SignedInUser } from './session/connection.js';
import type { Schemas } from './wire.js';

/** The second factors of the signed-in user. Every method fails with a `LatchkeyError`. */
export class SecondFactors {
  constructor(private readonly connection: Connection) {}

  /** The authenticator apps and passkeys, whether sign-ins ask for them, and how many recovery codes are left. */
  list(): Promise<Schemas['MfaView']> {
    const { wire } = this.connection;
    return this.connection.call((headers) => wire.GET('/api/auth/user/mfa', { headers }));
  }

  /**
   * Begins to add an authenticator app: show `uri` as a QR code, then call `confirmTotp`.
   * @param mfaToken of `MFA_ENROLMENT_REQUIRED`, when no user is signed in
   */
  addTotp(name?: string, mfaToken?: string): Promise<Schemas['NewTotp']> {
    const { wire } = this.connection;
    const body = name === undefined ? {} : { name };
    return this.connection.enrol(mfaToken, (headers) => wire.POST('/api/auth/user/mfa/totp', { headers, body }));
  }

  /**
   * Adds the app by its first code. The first factor ends all other sessions, and returns recovery codes: show them, they
   * cannot be read again. With the token of `MFA_ENROLMENT_REQUIRED` it also signs in.
   */
  async confirmTotp(factorId: string, code: string, mfaToken?: string): Promise<Partial<SignedInUser>> {
    const { wire } = this.connection;
    const params = { path: { factor_id: factorId } };
    const answer = await this.connection.enrol(mfaToken, (headers) =>
      wire.POST('/api/auth/user/mfa/totp/{factor_id}/confirm', { headers, params, body: { code } }),
    );
    // The recovery codes must not be lost when the service is out of reach now.
    if (mfaToken === undefined) await this.connection.renew().catch(() => undefined);
    const { uid, recovery_codes } = answer ?? {};
    return { ...(uid && { uid }), ...(recovery_codes && { recovery_codes }) };
  }

  renameTotp(factorId: string, name: string): Promise<void> {
    const { wire } = this.connection;
    const params = { path: { factor_id: factorId } };
    return this.connection.call((headers) =>
      wire.PATCH('/api/auth/user/mfa/totp/{factor_id}', { headers, params, body: { name } }),
    );
  }

  /** Also ends all other sessions. Without the last factor, sign-ins no longer ask for one. */
  removeTotp(factorId: string): Promise<void> {
    const { wire } = this.connection;
    const params = { path: { factor_id: factorId } };
    return this.connection.call((headers) => wire.DELETE('/api/auth/user/mfa/totp/{factor_id}', { headers, params }));
  }

  /** Whether each sign-in asks for a second factor. Returns recovery codes when it is enabled first. */
  async setEnabled(enabled: boolean): Promise<string[] | undefined> {
    const { wire } = this.connection;
    const answer = await this.connection.call((headers) =>
      wire.PUT('/api/auth/user/mfa', { headers, body: { enabled } }),
    );
    return answer?.recovery_codes;
  }

  /** New recovery codes in place of the old ones. Also ends all other sessions. */
  async renewRecoveryCodes(): Promise<string[]> {
    const { wire } = this.connection;
    const answer = await this.connection.call((headers) => wire.POST('/api/auth/user/mfa/recovery-codes', { headers }));
    return answer.recovery_codes ?? [];
  }
}
