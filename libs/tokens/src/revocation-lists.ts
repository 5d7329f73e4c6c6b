import type { RevocationClaims } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SigningKeys } from './signing-keys.js';
import { signJws } from './tokens.js';

/** Longer than caches keep a list, and short enough that an attacker cannot replace a new list by an old one for long. */
const LIFETIME_SECONDS = 60;

/** The `typ` in the header. Differs from that of access tokens, so that services do not confuse them (RFC 8725, section 3.11). */
const TYPE = 'revocations+jwt';

/** The content of a list. */
export type Revoked = Pick<RevocationClaims, 'sessions' | 'users' | 'clients' | 'keys' | 'more' | 'after'>;

/** Signs lists of revoked sessions, users, clients and API keys with the keys of access tokens, so that every verifier has the public keys. */
@Injectable()
export class RevocationLists {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
  ) {}

  sign(revoked: Revoked): string {
    const iat = this.clock.now();
    const exp = iat + LIFETIME_SECONDS;
    const claims: RevocationClaims = { iss: this.env.baseUrl, iat, exp, typ: 'revocations', ...revoked };
    return signJws(claims, this.keys.signer(), TYPE);
  }
}
