import { Env, SecretBox } from '@app/config';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DeclaredProviders } from './declared-providers.js';
import { StoredProvider } from './provider.entity.js';
import type { Provider, ProviderSecrets } from './provider.js';

/** The secrets of providers: in the database sealed with `AUTH_SECRET`, otherwise from the environment. */
@Injectable()
export class SecretStore {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly declared: DeclaredProviders,
  ) {
    this.box = new SecretBox(env, 'provider');
  }

  /** @param id of the provider: the secret of one opens for no other */
  seal(id: string, secret: string): string {
    return this.box.seal(secret, id);
  }

  /** @throws {Error} when neither `AUTH_SECRET` nor `AUTH_SECRET_PREVIOUS` opens the secret */
  async of({ id, kind, source }: Provider): Promise<ProviderSecrets> {
    const secret = source === 'file' ? (this.declared.find(id)?.secret ?? null) : await this.open(id);
    return kind === 'apple' ? { clientSecret: null, privateKey: secret } : { clientSecret: secret, privateKey: null };
  }

  /** What the previous secret has sealed is sealed anew. */
  private async open(id: string): Promise<string | null> {
    const row = await this.database.repo(StoredProvider).findOneBy({ id });
    if (!row?.secretsSealed) return null;
    const { secretsSealed } = row;
    const opened = this.box.open(secretsSealed, id);
    if (!opened) throw new Error(`the secret of the provider ${id} was sealed with another AUTH_SECRET`);
    if (opened.stale) {
      const resealed = this.seal(id, opened.text);
      await this.database.repo(StoredProvider).update({ id, secretsSealed }, { secretsSealed: resealed });
    }
    return opened.text;
  }
}
