import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AUTH_OPTIONS, type SettledOptions } from '../auth.options.js';
import { Issuer } from '../issuer/issuer.js';
import type { CallerIdentity } from './claims.js';

/** The size of the cache: about 15 MB. */
const MAX_TOKENS = 10_000;

interface Verified {
  caller: CallerIdentity;
  kid: string;
  key: KeyObject;
}

/**
 * A cache of tokens with verified signatures: the verification takes longer than the rest of a read. The key is the whole
 * token. An entry counts only while the token has not expired, is not revoked, and its key is still a key of the issuer.
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
   * The caller with this token; undefined if the token must be verified.
   * @throws the error of `KeySource.publicKey`
   */
  callerOf(token: string | null): CallerIdentity | undefined {
    if (token === null) return undefined;
    const verified = this.known.get(token);
    if (verified === undefined) return undefined;
    if (this.isValid(verified)) return verified.caller;
    this.known.delete(token);
    return undefined;
  }

  /** Adds a verified token that has not expired. */
  add(token: string, caller: CallerIdentity, kid: string, key: KeyObject): void {
    for (const [old, verified] of this.known) {
      if (this.known.size < MAX_TOKENS && verified.caller.claims.exp > this.options.now()) break;
      this.known.delete(old);
    }
    // Requests with the same token share the objects.
    freeze(caller.claims);
    this.known.set(token, { caller: Object.freeze(caller), kid, key });
  }

  private isValid({ caller, kid, key }: Verified): boolean {
    const { keys, revocations } = this.issuer;
    const valid = caller.claims.exp > this.options.now() && keys.publicKey(kid) === key;
    return valid && !revocations?.include(caller.claims);
  }
}

/** Freezes the claims with all objects in them: a handler must not change the roles of a later request. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const member of Object.values(Object.freeze(value))) freeze(member);
}
