import { type ErrorCode, localError } from '../errors.js';

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
