import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The flags of authenticator data (WebAuthn Level 3, section 6.1). */
const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const BS = 0x10;
const AT = 0x40;

/** What the page and the authenticator do. Left out: what an honest pair does with a synced passkey. */
export interface Behaviour {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  up?: boolean;
  uv?: boolean;
  be?: boolean;
  bs?: boolean;
  counter?: number;
  /** In base64url; null to send none. */
  handle?: string | null;
  /** Signs with another key. */
  wrongKey?: boolean;
  aaguid?: string;
  transports?: unknown;
  format?: string;
  statement?: Record<string, Cbor>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into options of every shape
type Options = any;
type Cbor = number | string | Buffer | Cbor[] | Map<number | string, Cbor>;

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** The algorithms of COSE, each with its number (RFC 9053, RFC 8812). */
const ALGORITHMS = {
  ES256: { number: -7, make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  ES384: { number: -35, make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }) },
  EdDSA: { number: -8, make: () => generateKeyPairSync('ed25519') },
  RS256: { number: -257, make: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }) },
};
export type Algorithm = keyof typeof ALGORITHMS;

/** An authenticator in software, with one passkey and attestation `none`. */
export class SoftPasskey {
  readonly id: string;
  handle = '';
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  private rpId = '';

  constructor(
    private readonly origin: string,
    idBytes = 32,
    private readonly algorithm: Algorithm = 'ES256',
  ) {
    this.keys = ALGORITHMS[algorithm].make();
    this.id = base64url(randomBytes(idBytes));
  }

  /** The answer to creation options. */
  create(options: Options, behaviour: Behaviour = {}): Record<string, unknown> {
    this.rpId = options.rp.id;
    this.handle = options.user.id;
    const { format = 'none', statement = {}, transports = ['internal', 'hybrid'] } = behaviour;
    const authData = this.authenticatorData({ counter: 0, ...behaviour }, this.attested(behaviour));
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', new Map(Object.entries(statement))],
      ['authData', authData],
    ]);
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', options.challenge, behaviour),
      attestationObject: base64url(encode(attestation)),
      transports,
    });
  }

  /** The answer to request options. */
  get(options: Options, behaviour: Behaviour = {}): Record<string, unknown> {
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, behaviour);
    const authData = this.authenticatorData({ counter: 0, ...behaviour });
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const key = behaviour.wrongKey ? ALGORITHMS[this.algorithm].make().privateKey : this.keys.privateKey;
    const handle = behaviour.handle === undefined ? this.handle : behaviour.handle;
    return this.credential({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign(this.algorithm === 'EdDSA' ? null : 'sha256', signed, key)),
      ...(handle !== null && { userHandle: handle }),
    });
  }

  /** What a simulated authenticator of Chromium needs to have this passkey. */
  forBrowser() {
    const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
    return {
      credentialId: base64(this.id),
      privateKey: this.keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      rpId: this.rpId,
      userHandle: base64(this.handle),
      isResidentCredential: true,
      backupEligibility: true,
      backupState: true,
      signCount: 0,
    };
  }

  private credential(response: object): Record<string, unknown> {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string, behaviour: Behaviour): string {
    const { origin = this.origin, crossOrigin = false } = behaviour;
    const content = { type: behaviour.type ?? type, challenge: behaviour.challenge ?? challenge, origin, crossOrigin };
    return base64url(JSON.stringify(content));
  }

  private authenticatorData(behaviour: Behaviour, attested?: Buffer): Buffer {
    const { up = true, uv = true, be = true, bs = be, counter = 0, rpId = this.rpId } = behaviour;
    const flags = (up ? UP : 0) | (uv ? UV : 0) | (be ? BE : 0) | (bs ? BS : 0) | (attested ? AT : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail, attested ?? Buffer.alloc(0)]);
  }

  private attested({ aaguid = '00000000-0000-0000-0000-000000000000' }: Behaviour): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([
      Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
      length,
      id,
      coseKey(this.algorithm, this.keys.publicKey),
    ]);
  }
}

/** A public key in the form of COSE (RFC 9052, section 7). */
function coseKey(algorithm: Algorithm, key: KeyObject): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const { number } = ALGORITHMS[algorithm];
  const parameters: Record<Algorithm, [number, Cbor][]> = {
    ES256: [
      [1, 2],
      [3, number],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    ES384: [
      [1, 2],
      [3, number],
      [-1, 2],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    EdDSA: [
      [1, 1],
      [3, number],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RS256: [
      [1, 3],
      [3, number],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  };
  return encode(new Map(parameters[algorithm]));
}

/** CBOR (RFC 8949), as far as WebAuthn needs it. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, item]) => [encode(name), encode(item)])]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
