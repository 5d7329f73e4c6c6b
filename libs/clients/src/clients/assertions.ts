import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { keyFor } from './public-keys.js';

/** How far ahead an assertion may expire, in seconds. */
const MOST_SECONDS = 300;
/** How far the clocks may differ, in seconds. */
const TOLERANCE = 10;
/** How long a used assertion is remembered after its end, in seconds: the clocks of replicas differ. */
const KEPT_SECONDS = 60;
const MOST_CHARACTERS = 8_192;
const MOST_TOKEN_ID = 255;
/** The path of the endpoint that assertions are for. */
export const TOKEN_PATH = '/oauth2/token';

/** The `typ` of assertions, where they have one: a token for another purpose is no assertion (RFC 8725, section 3.11). */
const TYPE = /^(?:application\/)?(?:jwt|client-authentication\+jwt)$/i;

class RefusedAssertion extends Error {}

/** The reasons for the log by the errors of the library, whose own messages can contain a text of the client. */
const FLAWS: Record<string, string> = {
  [errors.JWTExpired.code]: 'assertion expired',
  [errors.JWTClaimValidationFailed.code]: 'assertion with a wrong claim',
  [errors.JWSSignatureVerificationFailed.code]: 'assertion with a wrong signature',
  [errors.JOSEAlgNotAllowed.code]: 'assertion with another algorithm than its key',
};

function flawOf(error: unknown): string {
  if (error instanceof RefusedAssertion) return error.message;
  return FLAWS[Object(error).code] ?? 'malformed assertion';
}

/** A verified assertion. */
export interface Assertion {
  tokenId: string;
  /** When it has expired by every clock, in seconds since the UNIX epoch. */
  keptUntil: number;
}

/** Verifies the assertions with which clients authenticate (RFC 7523, section 3). */
@Injectable()
export class Assertions {
  private readonly audiences: string[];

  constructor(
    { baseUrl }: Env,
    private readonly clock: Clock,
  ) {
    this.audiences = [baseUrl, baseUrl + TOKEN_PATH];
  }

  /** The client that an assertion names, before anything of it is verified; undefined for any other text. */
  clientIn(assertion: string): string | undefined {
    try {
      return assertion.length > MOST_CHARACTERS ? undefined : decodeJwt(assertion).sub;
    } catch {
      return undefined;
    }
  }

  /** The assertion, or in fixed words why it is refused. That it was not used before is left to the caller. */
  async verify(assertion: string, clientId: string, jwks: string): Promise<Assertion | string> {
    try {
      return this.read(await this.payloadOf(assertion, clientId, jwks));
    } catch (error) {
      return flawOf(error);
    }
  }

  private async payloadOf(assertion: string, clientId: string, jwks: string): Promise<JWTPayload> {
    const { kid, typ } = decodeProtectedHeader(assertion);
    if (typ !== undefined && !TYPE.test(String(typ))) throw new RefusedAssertion('assertion with another typ');
    const known = keyFor(jwks, kid);
    if (!known) throw new RefusedAssertion('assertion with an unknown kid');
    const { payload } = await jwtVerify(assertion, known.key, {
      algorithms: known.algorithms,
      issuer: clientId,
      subject: clientId,
      currentDate: new Date(this.clock.milliseconds()),
      clockTolerance: TOLERANCE,
      requiredClaims: ['exp', 'jti', 'aud'],
    });
    return payload;
  }

  private read({ aud, exp = 0, iat = this.clock.now(), jti }: JWTPayload): Assertion {
    const now = this.clock.now();
    const audiences = [aud].flat();
    // One that is for other services, too, could be used here by one of them.
    if (audiences.length === 0 || !audiences.every((audience) => this.audiences.includes(String(audience))))
      throw new RefusedAssertion('assertion for another audience');
    if (typeof iat !== 'number' || iat > now + TOLERANCE) throw new RefusedAssertion('assertion from the future');
    if (exp > now + MOST_SECONDS + TOLERANCE || exp > iat + MOST_SECONDS)
      throw new RefusedAssertion('assertion that lives too long');
    if (typeof jti !== 'string' || jti === '' || jti.length > MOST_TOKEN_ID)
      throw new RefusedAssertion('assertion without a usable jti');
    return { tokenId: jti, keptUntil: Math.ceil(exp) + KEPT_SECONDS };
  }
}
