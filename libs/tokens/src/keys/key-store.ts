import { ACCESS_ALGORITHM } from '@app/auth';
import { Env, SecretBox } from '@app/config';
import { Database, findPage, type ListPage, type PageRequest } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { generateKey, type KeyPair, readKey, writeKey } from './key-pair.js';
import { SigningKey } from './signing-key.entity.js';

/** The purpose of the seal on private keys: see `SecretBox`. */
export const KEY_SEAL = 'signing-key';

/** The rows of signing keys. Their private keys are sealed. */
@Injectable()
export class KeyStore {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
  ) {
    this.box = new SecretBox(env, KEY_SEAL);
  }

  /** All keys, oldest first. There are seldom more than four. */
  all(): Promise<SigningKey[]> {
    return this.database.repo(SigningKey).find({ order: { createdAt: 'ASC', kid: 'ASC' } });
  }

  /** Newest first. So few rows need no index. */
  page(page: PageRequest): Promise<ListPage<SigningKey>> {
    const query = this.database.repo(SigningKey).createQueryBuilder('signing_key');
    return findPage(query, { by: ['createdAt', 'kid'], descending: true }, page);
  }

  /** Creates a key. Without `activatesAt` its state is `next`. */
  async add(createdAt: number, activatesAt: number | null): Promise<SigningKey> {
    const pair = generateKey();
    const { kid } = pair;
    const privateSealed = this.box.seal(writeKey(pair), kid);
    const key = { kid, alg: ACCESS_ALGORITHM, privateSealed, createdAt, activatesAt };
    await this.database.repo(SigningKey).insert(key);
    return key;
  }

  /**
   * Opens a key; undefined when it was sealed with an unknown secret. A key that was sealed with the previous secret is sealed
   * again with the current one. The public key comes from the sealed private key, too, so that write access to the table is
   * not enough to add a trusted key.
   */
  async open({ kid, privateSealed }: SigningKey): Promise<KeyPair | undefined> {
    const opened = this.box.open(privateSealed, kid);
    if (opened?.stale) {
      const resealed = { privateSealed: this.box.seal(opened.text, kid) };
      await this.database.repo(SigningKey).update({ kid, privateSealed }, resealed);
    }
    return opened && readKey(opened.text);
  }

  /** Sets when a key begins to sign, in one conditional update: of several parallel calls only one succeeds. */
  async schedule(kid: string, activatesAt: number): Promise<boolean> {
    const { affected } = await this.database.repo(SigningKey).update({ kid, activatesAt: IsNull() }, { activatesAt });
    return affected === 1;
  }

  async remove(kids: string[]): Promise<void> {
    await this.database.repo(SigningKey).delete({ kid: In(kids) });
  }
}
