import { randomUUID } from 'node:crypto';
import { ACCESS_TYPE } from '@app/auth';
import { Env } from '@app/config';
import { Injectable } from '@nestjs/common';
import { datesOf } from './access-tokens.js';
import { signJws } from './jws.js';
import { SigningKeys } from './keys/signing-keys.js';

/** Who gets a token: a client for itself, or the holder of an API key of a user. */
export type MachineSubject = { clientId: string } | { uid: string; keyId: string };

/** What a token is for. */
export interface MachineGrant {
  scopes: string[];
  audience: string;
}

/** When a token begins, and when it ends at the latest, in seconds since the UNIX epoch. */
interface Times {
  /** A time at which the subject had the right, for certain. */
  at: number;
  /** The time of the newest change of the claims that limit the right. */
  claimsChangedAt?: number;
  until: number;
}

/** The claims of an access token without a person or a session (RFC 9068). Times in epoch seconds. */
interface MachineClaims {
  iss: string;
  sub: string;
  /** Set in tokens of clients. */
  client_id?: string;
  /** Set in tokens of API keys. */
  key_id?: string;
  aud: string;
  scope: string;
  iat: number;
  exp: number;
  jti: string;
  /** Access tokens of people say `access`. Services demand the one that they mean. */
  typ: 'machine';
  amr: ['key'];
  acr: 'aal1';
}

/** Issues access tokens for machines, with the keys of those for people. */
@Injectable()
export class MachineTokens {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  /** The token, its time and its expiry in seconds since the UNIX epoch. */
  issue(subject: MachineSubject, { scopes, audience }: MachineGrant, { at, claimsChangedAt = 0, until }: Times) {
    const dates = datesOf(claimsChangedAt, at);
    const claims: MachineClaims = {
      iss: this.env.baseUrl,
      ...('clientId' in subject
        ? { sub: subject.clientId, client_id: subject.clientId }
        : { sub: subject.uid, key_id: subject.keyId }),
      aud: audience,
      scope: scopes.join(' '),
      iat: dates.iat,
      exp: Math.min(at + this.env.accessTokenTtl, dates.until, until),
      jti: randomUUID(),
      typ: 'machine',
      amr: ['key'],
      acr: 'aal1',
    };
    return { token: signJws(claims, this.keys.signer(), ACCESS_TYPE), issuedAt: at, expiry: claims.exp };
  }
}
