import { createPublicKey, type KeyObject } from 'node:crypto';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';

const MOST_KEYS = 5;
const MOST_KEY_CHARACTERS = 255;
const RSA_BITS = { least: 2_048, most: 4_096 };

/** The algorithms of assertions, with the kind of key of each. A header cannot choose one for a key of another kind. */
const ALGORITHMS: Record<string, string[]> = {
  'EC P-256': ['ES256'],
  RSA: ['RS256'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
};

const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use'];
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

type Jwk = Record<string, unknown>;

/** A public key that verifies assertions. */
interface AssertionKey {
  key: KeyObject;
  algorithms: string[];
}

/**
 * The public keys of a key set (RFC 7517), as the text to store.
 * @throws {TypeError} with a message for people, which names no value of the keys
 */
export function checkedKeySet(given: unknown): string {
  const { keys } = Object(given) as { keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MOST_KEYS)
    throw new TypeError(`jwks must be an object whose keys are a list of 1 to ${MOST_KEYS} public keys`);
  const checked = keys.map((key) => checkedKey(Object(key)));
  const ids = checked.map(({ kid }) => kid);
  if (checked.length > 1 && (ids.includes(undefined) || new Set(ids).size < ids.length))
    throw new TypeError('several keys in jwks need a kid each, and no two the same');
  return JSON.stringify({ keys: checked });
}

function checkedKey(jwk: Jwk): Jwk {
  if (PRIVATE_MEMBERS.some((name) => name in jwk))
    throw new TypeError('jwks must contain public keys only: keep the private ones');
  const { kid, use = 'sig', key_ops: uses = ['verify'] } = jwk;
  if (kid !== undefined && !(typeof kid === 'string' && kid !== '' && kid.length <= MOST_KEY_CHARACTERS))
    throw new TypeError(`the kid of a key must be a text of 1 to ${MOST_KEY_CHARACTERS} characters`);
  if (use !== 'sig' || !Array.isArray(uses) || !uses.includes('verify'))
    throw new TypeError('a key in jwks must be one for signatures');
  checkKind(jwk);
  return Object.fromEntries(PUBLIC_MEMBERS.flatMap((name) => (name in jwk ? [[name, jwk[name]]] : [])));
}

function checkKind(jwk: Jwk): void {
  const algorithms = algorithmsOf(jwk);
  if (!algorithms || (jwk.alg !== undefined && !algorithms.includes(String(jwk.alg))))
    throw new TypeError('a key in jwks must be for ES256 (P-256), RS256 or EdDSA (Ed25519)');
  const bits = readKey(jwk).asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && (bits < RSA_BITS.least || bits > RSA_BITS.most))
    throw new TypeError(`an RSA key in jwks must have ${RSA_BITS.least} to ${RSA_BITS.most} bits`);
}

function algorithmsOf({ kty, crv }: Jwk): string[] | undefined {
  return ALGORITHMS[crv === undefined ? String(kty) : `${kty} ${crv}`];
}

function readKey(jwk: Jwk): KeyObject {
  try {
    return createPublicKey({ key: jwk as never, format: 'jwk' });
  } catch (cause) {
    throw new TypeError('a key in jwks is not a valid public key', { cause });
  }
}

/** The key of a stored set that an assertion names; undefined if there is none, or it names none of several. */
function keyFor(jwks: string, kid: unknown): AssertionKey | undefined {
  const { keys } = JSON.parse(jwks) as { keys: Jwk[] };
  const [only] = keys;
  const isAlone = keys.length === 1 && (kid === undefined || only?.kid === undefined);
  const jwk = isAlone ? only : keys.find((key) => key.kid !== undefined && key.kid === kid);
  return jwk && { key: readKey(jwk), algorithms: algorithmsOf(jwk) ?? [] };
}

/** Whether each key of one stored set is also in another. */
export function includesKeys(set: string | null, others: string | null): boolean {
  const texts = (jwks: string | null) => (jwks === null ? [] : JSON.parse(jwks).keys.map(identityOf));
  const kept = texts(set);
  return texts(others).every((text: string) => kept.includes(text));
}

function identityOf({ kty, crv, x, y, n, e }: Jwk): string {
  return JSON.stringify([kty, crv, x, y, n, e]);
}

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

/** @param reason for the log, in fixed words */
export function refusedClient(reason: string): ApiError {
  return new ApiError('NOT_AUTHENTICATED', 'The client or its credentials are not valid.', { reason });
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

  /**
   * What is in the assertion. That it was not used before is left to the caller.
   * @throws {ApiError} NOT_AUTHENTICATED
   */
  async verify(assertion: string, clientId: string, jwks: string): Promise<Assertion> {
    try {
      return this.read(await this.payloadOf(assertion, clientId, jwks));
    } catch (error) {
      throw refusedClient(flawOf(error));
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
