import type { Connection } from '../session/connection.js';
import type { Schemas } from '../wire.js';

/** The signals of WebAuthn Level 3, section 5.1.10. Some browsers lack them. */
type Known = Partial<typeof PublicKeyCredential>;

/**
 * Informs the browser of what the service knows, so that it offers the passkeys that work. A failure changes nothing for the
 * user, so it is ignored.
 */
export class Signals {
  constructor(private readonly connection: Connection) {}

  /** The service does not know this passkey. */
  async unknown(rpId: string, credentialId: string): Promise<void> {
    await ignoringErrors(async () => known().signalUnknownCredential?.({ rpId, credentialId }));
  }

  /** The passkeys of the user. */
  async accepted(): Promise<void> {
    if (!known().signalAllAcceptedCredentials) return;
    await this.withPasskeys(async ({ rp_id: rpId, user_handle: userId, passkeys }) => {
      const allAcceptedCredentialIds = passkeys.map(({ credential_id }) => credential_id);
      if (userId) await known().signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds });
    });
  }

  /** The email of the user, which the browser shows beside the passkeys. */
  async details(): Promise<void> {
    if (!known().signalCurrentUserDetails) return;
    await this.withPasskeys(async ({ rp_id: rpId, user_handle: userId }) => {
      if (!userId) return;
      const { email } = await this.connection.call((headers) =>
        this.connection.wire.GET('/api/auth/user', { headers }),
      );
      await known().signalCurrentUserDetails?.({ rpId, userId, name: email, displayName: email });
    });
  }

  private withPasskeys(signal: (passkeys: Schemas['OwnPasskeysView']) => Promise<void>): Promise<void> {
    const { connection } = this;
    return ignoringErrors(async () => {
      await signal(await connection.call((headers) => connection.wire.GET('/api/auth/user/passkeys', { headers })));
    });
  }
}

const known = (): Known => globalThis.PublicKeyCredential ?? {};

async function ignoringErrors(work: () => Promise<void>): Promise<void> {
  await work().catch(() => undefined);
}
