import { Database } from '@app/database';
import { UserCounts } from '@app/users';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** Logs at start how many administrators cannot use their scopes. */
@Injectable()
export class RestingScopesNotice implements OnModuleInit {
  private readonly logger = new Logger('Administrators');

  constructor(
    private readonly database: Database,
    private readonly counts: UserCounts,
  ) {}

  onModuleInit(): void {
    this.database.beforeUse(() => this.warn());
  }

  private async warn(): Promise<void> {
    const resting = await this.counts.restingAdministrators();
    if (resting === 0) return;
    this.logger.warn(
      `${resting} users have admin scopes that rest: they need an enabled second factor and a proved address to use them.`,
    );
  }
}
