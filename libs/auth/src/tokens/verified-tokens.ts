import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AUTH_OPTIONS, type SettledOptions } from '../auth.options.js';
import { Issuer } from '../issuer/issuer.js';
import type { CallerIdentity } from './claims.js';

/** How many tokens are remembered: about 15 MB of them. */
const MOST_TOKENS = 10_000;

interface Verified {
  caller: CallerIdentity;
  kid: string;
  key: KeyObject;
}

/**
 * The tokens whose signatures were verified lately: to do that takes longer than all else that a read does. A token is
 * remembered as a whole, letter by letter, and no longer than it is valid, its session has not been revoked and its key is
 * one of the issuer's.
 */
@Injectable()
export class VerifiedTokens {
  /** The oldest first. */
  private readonly known = new Map<string, Verified>();

  constructor(
    @Inject(AUTH_OPTIONS) private readonly options: SettledOptions,
    private readonly issuer: Issuer,
  ) {}

  /**
   * Who calls with this token; undefined when it has to be verified.
   * @throws whatever the keys of the issuer throw when they cannot be told right now
   */
  callerOf(token: string | null): CallerIdentity | undefined {
    if (token === null) return undefined;
    const verified = this.known.get(token);
    if (verified === undefined) return undefined;
    if (this.holds(verified)) return verified.caller;
    this.known.delete(token);
    return undefined;
  }

  /** Notes a token whose signature was right, and that has not expired. */
  add(token: string, caller: CallerIdentity, kid: string, key: KeyObject): void {
    for (const [old, verified] of this.known) {
      if (this.known.size < MOST_TOKENS && verified.caller.claims.exp > this.options.now()) break;
      this.known.delete(old);
    }
    // Requests with the same token share it.
    Object.freeze(caller.claims);
    this.known.set(token, { caller: Object.freeze(caller), kid, key });
  }

  private holds({ caller, kid, key }: Verified): boolean {
    const { keys, revocations } = this.issuer;
    const holds = caller.claims.exp > this.options.now() && keys.publicKey(kid) === key;
    return holds && !revocations?.include(caller.claims);
  }
}
