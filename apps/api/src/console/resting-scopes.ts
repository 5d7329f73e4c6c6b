import { Env } from '@app/config';
import { Database } from '@app/database';
import { countAdministrators } from '@app/flows';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** Logs at start how many administrators cannot use their scopes. */
@Injectable()
export class RestingScopesNotice implements OnModuleInit {
  private readonly logger = new Logger('Administrators');

  constructor(
    private readonly env: Env,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.database.beforeUse(() => this.warn());
  }

  private async warn(): Promise<void> {
    const { resting } = await countAdministrators((sql) => this.database.select(sql), this.env);
    if (resting === 0) return;
    this.logger.warn(
      `${resting} users have admin scopes that rest: they need a second factor and a proved address to use them.`,
    );
  }
}
