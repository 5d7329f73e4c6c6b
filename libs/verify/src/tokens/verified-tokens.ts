import type { KeySource, VerifyingKey } from '../issuer/keys.js';
import type { Revocations } from '../revocations/revocations.js';
import type { Identity } from './claims.js';

/** The size of the cache: about 15 MB. */
const MAX_TOKENS = 10_000;

interface Verified {
  caller: Identity;
  kid: string;
  key: VerifyingKey;
}

/** What says whether a token is still valid. */
interface Known {
  keys: KeySource;
  revocations: Revocations | undefined;
}

/**
 * A cache of tokens with verified signatures: the verification takes longer than the rest of a read. The key is the whole
 * token. An entry counts only while the token has not expired, is not revoked, and its key is still a key of the issuer.
 */
export class VerifiedTokens {
  /** The oldest first. */
  private readonly known = new Map<string, Verified>();

  constructor(
    private readonly now: () => number,
    private readonly issuer: Known,
  ) {}

  has(token: string): boolean {
    return this.known.has(token);
  }

  /**
   * The caller with this token; undefined if the token must be verified.
   * @throws the error of `KeySource.publicKey`
   */
  callerOf(token: string): Identity | undefined {
    const verified = this.known.get(token);
    if (verified === undefined) return undefined;
    if (this.isValid(verified)) return verified.caller;
    this.known.delete(token);
    return undefined;
  }

  /** Adds a verified token that has not expired. */
  add(token: string, caller: Identity, kid: string, key: VerifyingKey): void {
    for (const [old, verified] of this.known) {
      if (this.known.size < MAX_TOKENS && verified.caller.claims.exp > this.now()) break;
      this.known.delete(old);
    }
    // Requests with the same token share the objects.
    this.known.set(token, { caller: freeze(caller), kid, key });
  }

  private isValid({ caller, kid, key }: Verified): boolean {
    const { keys, revocations } = this.issuer;
    const valid = caller.claims.exp > this.now() && keys.publicKey(kid) === key;
    return valid && !revocations?.include(caller.claims);
  }
}

/** Freezes a value with all objects in it: a handler must not change the roles of a later request. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
}
