import { type Passkeys, supportsAutofill } from '@latchkey/client/passkeys';
import type { Flow } from '../flow/flow.js';

/** Failures of an offer that the user has not taken up: the page or the browser has ended it, or there was no challenge. */
const UNSEEN = [
  'PASSKEY_CANCELLED',
  'PASSKEY_FAILED',
  'NETWORK_ERROR',
  'UNEXPECTED_ANSWER',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
];

/** Offers passkeys in the autofill of the email field, as long as it is shown. */
export class Autofill {
  private running: AbortController | undefined;

  constructor(
    private readonly passkeys: Passkeys,
    private readonly flow: Flow,
  ) {}

  async start(): Promise<void> {
    if (this.running) return;
    const offer = new AbortController();
    this.running = offer;
    try {
      // The state can be another one when the browser has answered.
      if (!(await supportsAutofill()) || offer.signal.aborted) return;
      const { uid } = await this.passkeys.signIn({ autofill: true, signal: offer.signal });
      this.flow.go('finishing', { uid });
    } catch (error) {
      if (!UNSEEN.includes((error as { code?: string }).code ?? '')) this.flow.fail('use_passkey', error);
    } finally {
      if (this.running === offer) this.running = undefined;
    }
  }

  stop(): void {
    this.running?.abort();
    this.running = undefined;
  }
}
