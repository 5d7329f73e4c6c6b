import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { ACCESS_ALGORITHM, type KeySource } from '@app/auth';
import { Env, SecretBox, SettingsError } from '@app/config';
import { Clock, Database } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SigningKey } from './signing-key.entity.js';

/** A public key as `/.well-known/jwks.json` shows it (RFC 7517). */
export interface PublicJwk {
  kty: string;
  crv: string;
  x: string;
  y: string;
  kid: string;
  alg: string;
  use: 'sig';
}

/** The key that signs. */
export interface Signer {
  kid: string;
  privateKey: KeyObject;
}

/** The keys of access tokens: made at first start, kept sealed in the database, held in memory for use. */
@Injectable()
export class SigningKeys implements KeySource, OnModuleInit {
  private readonly box: SecretBox;
  private readonly publicKeys = new Map<string, KeyObject>();
  private published: PublicJwk[] = [];
  private active: Signer | undefined;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'signing-key');
  }

  onModuleInit(): void {
    this.database.beforeUse(() => this.load());
  }

  /** @throws {ApiError} UNAVAILABLE while the database has not been reached yet */
  signer(): Signer {
    if (this.active === undefined) throw new ApiError('UNAVAILABLE');
    return this.active;
  }

  publicKey(kid: string): KeyObject | undefined {
    this.signer();
    return this.publicKeys.get(kid);
  }

  publicJwks(): PublicJwk[] {
    this.signer();
    return this.published;
  }

  /** @throws {SettingsError} when `AUTH_SECRET` is not the one that sealed the keys */
  private async load(): Promise<void> {
    const rows = await this.database.repo(SigningKey).find({ order: { createdAt: 'DESC', kid: 'ASC' } });
    if (rows.length === 0) rows.push(await this.create());
    for (const row of rows) {
      const privateKey = await this.unseal(row);
      this.publicKeys.set(row.kid, createPublicKey(privateKey));
      if (row.state === 'active') this.active ??= { kid: row.kid, privateKey };
    }
    this.published = rows.map((row) => JSON.parse(row.publicJwk));
  }

  private async create(): Promise<SigningKey> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    });
    const jwk = publicKey.export({ format: 'jwk' });
    const kid = thumbprint(jwk);
    const key: SigningKey = {
      kid,
      alg: ACCESS_ALGORITHM,
      state: 'active',
      publicJwk: JSON.stringify({
        ...jwk,
        kid,
        alg: ACCESS_ALGORITHM,
        use: 'sig',
      }),
      privateSealed: this.box.seal(String(privateKey.export({ format: 'pem', type: 'pkcs8' })), kid),
      createdAt: this.clock.now(),
    };
    await this.database.repo(SigningKey).insert(key);
    return key;
  }

  /** Opens a private key; one that was sealed with the previous secret is sealed again with the current one. */
  private async unseal({ kid, privateSealed }: SigningKey): Promise<KeyObject> {
    const opened = this.box.open(privateSealed, kid);
    if (opened === undefined) throw wrongSecret();
    if (opened.stale) {
      await this.database.repo(SigningKey).update({ kid }, { privateSealed: this.box.seal(opened.text, kid) });
    }
    return createPrivateKey(opened.text);
  }
}

function wrongSecret(): SettingsError {
  return new SettingsError([
    {
      variable: 'AUTH_SECRET',
      wrong: 'it is not the secret that the signing keys in this database were sealed with',
      allowed: 'the same secret as before; while replacing it, the old one in AUTH_SECRET_PREVIOUS',
    },
  ]);
}

/** The SHA-256 thumbprint of an elliptic-curve key (RFC 7638, section 3). */
function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
