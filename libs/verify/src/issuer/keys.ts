/** A public key that verifies signatures with ES256: ECDSA with P-256 and SHA-256 (RFC 7518, section 3.4). */
export interface VerifyingKey {
  /** Whether this key has signed the data. The signature is the two numbers, 64 bytes. */
  verify(data: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): boolean | Promise<boolean>;
}

/** The source of the issuer's public keys. */
export interface KeySource {
  /** The public key with this id; undefined if it is not known. The same key is always the same object. */
  publicKey(kid: string): VerifyingKey | undefined;
  /**
   * Asks the issuer for an unknown key, which may be new. Left out if there is no issuer to ask.
   * @throws {IssuerUnavailable} if the issuer cannot answer now
   */
  find?(kid: string): Promise<VerifyingKey | undefined>;
}

/** The members of a public key on the curve P-256 (RFC 7518, section 6.2.1). */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

/** Turns the members of a public key into a key. It throws, or rejects, for a point that is not on the curve. */
export type ImportKey = (jwk: PublicJwk) => VerifyingKey | Promise<VerifyingKey>;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** A key of the Web Cryptography API, which Node.js, browsers and edge runtimes have. */
export const importWithWebCrypto: ImportKey = async (jwk) => {
  const key = await crypto.subtle.importKey('jwk', { ...jwk }, CURVE, false, ['verify']);
  return { verify: (data, signature) => crypto.subtle.verify(SIGNATURE, key, signature, data) };
};
