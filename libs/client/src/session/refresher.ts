import { Turns } from '../tabs/turns.js';
import type { Wire } from '../wire.js';
import { exchange } from './exchange.js';
import { isTokens, marginOf, Stopwatch, type Tokens } from './tokens.js';
import type { Vault } from './vault.js';

/** Keeps the access token fresh: one refresh at a time, in this page and over all tabs. */
export class Refresher {
  private readonly stopwatch = new Stopwatch();
  private readonly turns: Turns;
  private running: Promise<Tokens | undefined> | undefined;

  constructor(
    private readonly vault: Vault,
    private readonly wire: Wire,
  ) {
    this.turns = new Turns(`${vault.key} refresh`, vault.storage !== undefined);
  }

  /** Tokens that will do for a while; undefined when nobody is signed in, or somebody else since it was asked. */
  async fresh(): Promise<Tokens | undefined> {
    const tokens = await this.vault.read();
    if (!isTokens(tokens)) return undefined;
    if (this.isFresh(tokens)) return tokens;
    try {
      return await this.renew(tokens);
    } catch (error) {
      // What has not expired yet is good enough while the service is out of reach.
      if (this.stopwatch.left(tokens) > 0) return tokens;
      throw error;
    }
  }

  /**
   * Other tokens of the same user than these, which are about to expire or were refused; undefined when the session has
   * ended, also where somebody else has signed in since: what one user asks for is never done in the name of another.
   */
  async renew(stale: Tokens): Promise<Tokens | undefined> {
    this.running ??= this.turns
      .take((waited) => this.renewInTurn(stale, waited))
      .finally(() => {
        this.running = undefined;
      });
    const current = await this.running;
    return current?.uid === stale.uid ? current : undefined;
  }

  private async renewInTurn(stale: Tokens, waited: boolean): Promise<Tokens | undefined> {
    const current = await this.vault.readAfter(waited, stale);
    if (!isTokens(current)) return undefined;
    if (current !== stale && this.isFresh(current)) return current;
    const stored = await this.vault.replace(await exchange(this.wire, current), current);
    return isTokens(stored) ? stored : undefined;
  }

  private isFresh(tokens: Tokens): boolean {
    return this.stopwatch.left(tokens) > marginOf(tokens);
  }
}
