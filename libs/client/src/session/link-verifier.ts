import type { StorageEntry } from '../tabs/storage-entry.js';
import { challengeOf, newVerifier } from './pkce.js';
import { parse } from './tokens.js';

/** The longest that the service lets a link live. */
const LIFE_MS = 86_400_000;

/** What this browser stores while a link may be followed. */
interface Asked {
  verifier: string;
  /** In milliseconds by the clock of the device. */
  until: number;
}

/**
 * The code verifier of the links that this browser has asked for. It is in the storage of all tabs, since a link opens in another
 * tab. It opens nothing without the code of a followed link, and is forgotten before its only use.
 */
export class LinkVerifier {
  constructor(private readonly entry: StorageEntry) {}

  /** The challenge of a new link. Earlier links that may still be followed have the same one. */
  async challenge(): Promise<string> {
    const verifier = (await this.read()) ?? newVerifier();
    await this.entry.set(JSON.stringify({ verifier, until: Date.now() + LIFE_MS } satisfies Asked));
    return challengeOf(verifier);
  }

  /** Undefined if this browser has not asked for a link. */
  async read(): Promise<string | undefined> {
    const asked = parse<Asked>(await this.entry.get());
    return asked && Date.now() < asked.until ? asked.verifier : undefined;
  }

  async forget(): Promise<void> {
    await this.entry.set('');
  }
}
