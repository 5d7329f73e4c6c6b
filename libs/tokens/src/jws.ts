import type { KeyObject } from 'node:crypto';
import { ACCESS_ALGORITHM } from '@app/auth';
import { JwtService } from '@nestjs/jwt';

/** The key that signs what others verify, and its id. */
interface Signer {
  kid: string;
  privateKey: KeyObject;
}

const library = new JwtService();

/** Signs a JSON Web Signature (RFC 7515) that others verify with the public key. `typ` is the type in its header. */
export function signJws(claims: object, { kid, privateKey }: Signer, typ: string): string {
  const header = { alg: ACCESS_ALGORITHM, typ } as const;
  return library.sign(claims, { algorithm: ACCESS_ALGORITHM, keyid: kid, privateKey, header });
}

/**
 * Signs and verifies what only this service reads, expired or not. The algorithm does not depend on the header (RFC 8725,
 * section 3.1). The library would parse a key that is not a KeyObject for each token, which takes 300 µs.
 */
export function ownJws(secret: KeyObject): JwtService {
  const algorithm = 'HS256';
  const verifyOptions = { algorithms: [algorithm as typeof algorithm], ignoreExpiration: true };
  return new JwtService({ secret, signOptions: { algorithm }, verifyOptions });
}
