import { ACCESS_ALGORITHM, type RevocationClaims } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SigningKeys } from './keys/signing-keys.js';

/** Long enough for a copy that was kept on the way, short enough that nobody can hold back the next one by an old one. */
const LIFETIME_SECONDS = 60;

/** What a list tells. */
export type Revoked = Pick<RevocationClaims, 'sessions' | 'users' | 'more'>;

/** Signs lists of what has been revoked, with the keys of access tokens: whoever verifies those can verify these. */
@Injectable()
export class RevocationLists {
  constructor(
    private readonly env: Env,
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
  ) {}

  sign(revoked: Revoked): string {
    const { kid, privateKey } = this.keys.signer();
    const iat = this.clock.now();
    const exp = iat + LIFETIME_SECONDS;
    const claims: RevocationClaims = { iss: this.env.baseUrl, iat, exp, typ: 'revocations', ...revoked };
    return this.jwt.sign(claims, { algorithm: ACCESS_ALGORITHM, keyid: kid, privateKey });
  }
}
