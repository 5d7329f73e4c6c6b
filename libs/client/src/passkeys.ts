import type { LatchkeyClient } from './client.js';
import { type SecondStepOptions, trustOf } from './options.js';
import { type Connection, type SignedInUser, userOf } from './session/connection.js';
import { dataOf, type ErrorCode, LatchkeyError, localError, type Schemas } from './wire.js';

/** How long before the end of its challenge a waiting request is renewed, as a part of its time. */
const USED_PART = 0.9;

/** What the service expects of the browser: `credential.toJSON()`. */
export type CredentialJson = { id: string; [key: string]: unknown };

/** The dialogs of the browser, one at a time: browsers refuse a second request, so it ends the first one. */
export class Ceremonies {
  private running: AbortController | undefined;

  /** @param options of the service */
  create(options: object): Promise<CredentialJson> {
    return this.run(undefined, (signal) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      );
      return navigator.credentials.create({ publicKey, signal });
    });
  }

  get(options: object, ended?: AbortSignal): Promise<CredentialJson> {
    return this.run(ended, (signal) => {
      return navigator.credentials.get({ publicKey: requestOf(options), signal });
    });
  }

  /** Offers passkeys in the autofill of a form, as long as the challenge works; then returns undefined. */
  async getByAutofill(options: { timeout?: number }, ended?: AbortSignal): Promise<CredentialJson | undefined> {
    const expired = options.timeout === undefined ? undefined : AbortSignal.timeout(options.timeout * USED_PART);
    const signals = [ended, expired].filter((signal) => signal !== undefined);
    try {
      return await this.run(AbortSignal.any(signals), (signal) => {
        return navigator.credentials.get({ publicKey: requestOf(options), mediation: 'conditional', signal });
      });
    } catch (error) {
      if (expired?.aborted && !ended?.aborted && this.running === undefined) return undefined;
      throw error;
    }
  }

  private async run(
    ended: AbortSignal | undefined,
    ask: (signal: AbortSignal) => Promise<Credential | null>,
  ): Promise<CredentialJson> {
    this.running?.abort();
    const own = new AbortController();
    this.running = own;
    try {
      const credential = await ask(ended ? AbortSignal.any([own.signal, ended]) : own.signal);
      return { ...(credential as PublicKeyCredential).toJSON() };
    } catch (cause) {
      throw localError(codeOf(cause as Error), 'The passkey was not used.', cause);
    } finally {
      if (this.running === own) this.running = undefined;
    }
  }
}

function requestOf(options: object): PublicKeyCredentialRequestOptions {
  return PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
}

/** Browsers do not say whether the user has refused or has no passkey. */
function codeOf({ name }: Error): ErrorCode {
  if (name === 'InvalidStateError') return 'PASSKEY_EXISTS';
  return /^(NotAllowed|Abort|Timeout)Error$/.test(name) ? 'PASSKEY_CANCELLED' : 'PASSKEY_FAILED';
}

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

export interface PasskeySignInOptions {
  /** Offers passkeys in the autofill of an input with `autocomplete="username webauthn"`, until the user chooses one. */
  autofill?: boolean;
  /** Ends the wait. */
  signal?: AbortSignal;
}

export interface NewPasskey extends Partial<SignedInUser> {
  passkey_id: string;
  name: string;
}

/** Whether this browser has what passkeys need. */
export function supportsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Whether this browser can offer passkeys in the autofill of a form. */
export async function supportsAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** The passkeys of a client. Create it once for each client. */
export function createPasskeys(client: LatchkeyClient): Passkeys {
  return new Passkeys(client.connection);
}

/** Every method fails with a `LatchkeyError`; with `PASSKEY_CANCELLED` when the user closes the dialog of the browser. */
export class Passkeys {
  private readonly ceremonies = new Ceremonies();
  private readonly signals: Signals;

  constructor(private readonly connection: Connection) {
    this.signals = new Signals(connection);
    connection.onEmailChanged = () => void this.signals.details();
  }

  /**
   * Adds a passkey of this device, or of another one that the browser reaches.
   * @param mfaToken of `MFA_ENROLMENT_REQUIRED`, when no user is signed in: also signs in, and returns recovery codes
   */
  async create(name?: string, mfaToken?: string): Promise<NewPasskey> {
    const { connection } = this;
    const { challenge_id, options } = await connection.enrol(mfaToken, (headers) =>
      connection.wire.POST('/api/auth/user/passkeys/options', { headers }),
    );
    const credential = await this.ceremonies.create(options);
    const body = { challenge_id, credential, ...(name !== undefined && { name }) };
    const added = connection.enrol(mfaToken, (headers) =>
      connection.wire.POST('/api/auth/user/passkeys', { headers, body }),
    );
    const answer = await added.catch(async (error) => {
      // The browser has stored the passkey, and would offer it in vain.
      const refused = error instanceof LatchkeyError && error.status === 400 && error.code !== 'PASSKEY_EXISTS';
      if (refused) await this.signals.unknown((options as { rp: { id: string } }).rp.id, credential.id);
      throw error;
    });
    const { passkey_id, name: given, uid } = answer;
    return { passkey_id, name: given, ...(uid && userOf({ ...answer, uid })) };
  }

  /** Signs in without an email: the user chooses a passkey. */
  async signIn({ autofill = false, signal }: PasskeySignInOptions = {}): Promise<SignedInUser> {
    const { wire } = this.connection;
    for (;;) {
      const { challenge_id, options } = await dataOf(wire.POST('/api/auth/passkey/options'));
      const credential = await (autofill
        ? this.ceremonies.getByAutofill(options, signal)
        : this.ceremonies.get(options, signal));
      if (credential) return this.logIn({ challenge_id, credential }, options);
    }
  }

  /** Completes a sign-in by a passkey. @param mfaToken of the `MfaError` */
  async verify(mfaToken: string, more?: SecondStepOptions): Promise<SignedInUser> {
    const { wire } = this.connection;
    const step = { mfa_token: mfaToken };
    const { challenge_id, options } = await dataOf(wire.POST('/api/auth/mfa/passkey/options', { body: step }));
    const body = { ...step, challenge_id, credential: await this.ceremonies.get(options), ...trustOf(more) };
    return this.connection.logIn(() => wire.POST('/api/auth/mfa/verify', { body }));
  }

  /** Reauthenticates the user. */
  async reauthenticate(): Promise<void> {
    const { connection } = this;
    const body = { method: 'passkey' as const };
    const { challenge_id, options = {} } = await connection.call((headers) =>
      connection.wire.POST('/api/auth/user/reauthenticate/options', { headers, body }),
    );
    const credential = await this.ceremonies.get(options);
    await connection.reauthenticate({ ...(challenge_id && { challenge_id }), credential });
  }

  list(): Promise<Schemas['OwnPasskeysView']> {
    const { connection } = this;
    return connection.call((headers) => connection.wire.GET('/api/auth/user/passkeys', { headers }));
  }

  rename(passkeyId: string, name: string): Promise<void> {
    const { connection } = this;
    const params = { path: { passkey_id: passkeyId } };
    return connection.call((headers) =>
      connection.wire.PATCH('/api/auth/user/passkeys/{passkey_id}', { headers, params, body: { name } }),
    );
  }

  /** Also ends all other sessions. The browser stops offering the passkey, where it can be informed. */
  async remove(passkeyId: string): Promise<void> {
    const { connection } = this;
    const params = { path: { passkey_id: passkeyId } };
    await connection.call((headers) =>
      connection.wire.DELETE('/api/auth/user/passkeys/{passkey_id}', { headers, params }),
    );
    await this.signals.accepted();
  }

  private async logIn(
    body: { challenge_id: string; credential: CredentialJson },
    { rpId = '' }: { rpId?: string },
  ): Promise<SignedInUser> {
    const { connection } = this;
    const answered = connection.logIn(() => connection.wire.POST('/api/auth/passkey/login', { body }));
    const user = await answered.catch(async (error) => {
      if (error instanceof LatchkeyError && error.code === 'PASSKEY_NOT_FOUND')
        await this.signals.unknown(rpId, body.credential.id);
      throw error;
    });
    void this.signals.accepted();
    return user;
  }
}
