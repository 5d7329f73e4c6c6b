import { Env, SecretBox } from '@app/config';
import { Clock, Database } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { newSecret } from './sending/signature.js';
import type { Webhook } from './store/webhook.entity.js';
import { WebhookStore } from './store/webhook-store.js';

type Sealed = Pick<Webhook, 'webhookId' | 'secretSealed' | 'previousSealed' | 'previousUntil'>;

/** The signing secrets, sealed with `AUTH_SECRET` for their webhook. */
@Injectable()
export class WebhookSecrets implements OnModuleInit {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly webhooks: WebhookStore,
  ) {
    this.box = new SecretBox(env, 'webhook');
  }

  onModuleInit(): void {
    this.database.beforeUse(() => this.sealAnew());
  }

  create(webhookId: string): { secret: string; sealed: string } {
    const secret = newSecret();
    return { secret, sealed: this.box.seal(secret, webhookId) };
  }

  /** The secrets that sign now, the newest first. Empty when they were sealed with an unknown `AUTH_SECRET`. */
  current({ webhookId, secretSealed, previousSealed, previousUntil }: Sealed): string[] {
    const overlaps = previousUntil !== null && previousUntil > this.clock.now();
    const sealed = overlaps && previousSealed !== null ? [secretSealed, previousSealed] : [secretSealed];
    return sealed.map((each) => this.box.open(each, webhookId)?.text).filter((text) => text !== undefined);
  }

  /** At each start, so that `AUTH_SECRET_PREVIOUS` can be removed after it. */
  private async sealAnew(): Promise<void> {
    for (const { webhookId, secretSealed, previousSealed } of await this.webhooks.all()) {
      const anew = (sealed: string | null) => {
        const opened = sealed === null ? undefined : this.box.open(sealed, webhookId);
        return opened?.stale ? this.box.seal(opened.text, webhookId) : undefined;
      };
      const changes = { secretSealed: anew(secretSealed), previousSealed: anew(previousSealed) };
      if (changes.secretSealed || changes.previousSealed) await this.webhooks.update(webhookId, changes);
    }
  }
}
