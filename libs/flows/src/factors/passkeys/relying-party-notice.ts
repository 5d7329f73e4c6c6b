import { Env } from '@app/config';
import { Database } from '@app/database';
import { Passkeys } from '@app/factors';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** Logs at start what an operator must do so that all passkeys work. */
@Injectable()
export class RelyingPartyNotice implements OnModuleInit {
  private readonly logger = new Logger('Passkeys');

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly passkeys: Passkeys,
  ) {}

  onModuleInit(): void {
    const { rpId, relatedOrigins: origins } = this.env.passkeys;
    if (origins.length > 0) {
      const file = `https://${rpId}/.well-known/webauthn`;
      this.logger.log(`Serve this as application/json at ${file}: ${JSON.stringify({ origins })}`);
    }
    this.database.beforeUse(() => this.warnOfStranded());
  }

  private async warnOfStranded(): Promise<void> {
    const stranded = await this.passkeys.countStranded();
    if (stranded === 0) return;
    this.logger.warn(
      `${stranded} passkeys belong to another domain than PASSKEY_RP_ID=${this.env.passkeys.rpId}, and do not work.`,
    );
  }
}
