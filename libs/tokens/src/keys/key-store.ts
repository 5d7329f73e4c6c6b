import { ACCESS_ALGORITHM } from '@app/auth';
import { Env, SecretBox } from '@app/config';
import { Database, findPage, type Page, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { generateKey, type KeyPair, readKey, writeKey } from './key-pair.js';
import { SigningKey } from './signing-key.entity.js';

/** What private halves are sealed for. */
export const KEY_SEAL = 'signing-key';

/** The rows of signing keys, and the seal on their private halves. */
@Injectable()
export class KeyStore {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
  ) {
    this.box = new SecretBox(env, KEY_SEAL);
  }

  /** All of them: there are seldom more than four. The oldest first. */
  all(): Promise<SigningKey[]> {
    return this.database.repo(SigningKey).find({ order: { createdAt: 'ASC', kid: 'ASC' } });
  }

  /** Newest first. No index is needed for a handful of rows. */
  page(page: PageRequest): Promise<Page<SigningKey>> {
    const query = this.database.repo(SigningKey).createQueryBuilder('signing_key');
    return findPage(query, { by: ['createdAt', 'kid'], descending: true }, page);
  }

  /** Makes a key; it is a `next` one while nothing is decided about when it takes over. */
  async add(createdAt: number, activatesAt: number | null): Promise<SigningKey> {
    const pair = generateKey();
    const { kid, jwk } = pair;
    const privateSealed = this.box.seal(writeKey(pair), kid);
    const key = { kid, alg: ACCESS_ALGORITHM, publicJwk: JSON.stringify(jwk), privateSealed, createdAt, activatesAt };
    await this.database.repo(SigningKey).insert(key);
    return key;
  }

  /**
   * Opens a key; undefined when no secret of ours sealed it. One that was sealed with the previous secret is sealed
   * again with the current one. The public half comes out of the sealed one, too: whoever can write into the table
   * can still not plant a key that others would trust.
   */
  async open({ kid, privateSealed }: SigningKey): Promise<KeyPair | undefined> {
    const opened = this.box.open(privateSealed, kid);
    if (opened?.stale) {
      const sealedAnew = { privateSealed: this.box.seal(opened.text, kid) };
      await this.database.statement(() => this.database.repo(SigningKey).update({ kid, privateSealed }, sealedAnew));
    }
    return opened && readKey(opened.text);
  }

  /** Decides when a key takes over, in one conditional update: of many at once, one does it. */
  async schedule(kid: string, activatesAt: number): Promise<boolean> {
    const { affected } = await this.database.repo(SigningKey).update({ kid, activatesAt: IsNull() }, { activatesAt });
    return affected === 1;
  }

  async remove(kids: string[]): Promise<void> {
    await this.database.statement(() => this.database.repo(SigningKey).delete({ kid: In(kids) }));
  }
}
