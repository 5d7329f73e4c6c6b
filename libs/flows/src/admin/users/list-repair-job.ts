import { Database, PeriodicJobs } from '@app/database';
import { Passkeys } from '@app/factors';
import { IdentityOwners } from '@app/federation';
import { ListColumns, UsersService } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** An upgrade of all replicas is over by then. */
const AFTER_SECONDS = 600;
const PAGE_SIZE = 500;

/**
 * Compares what the filters of lists read with what it follows from, once, some time after the start: until then a service of
 * the version before may have changed claims, passwords, passkeys, identities or admin scopes beside this one.
 */
@Injectable()
export class ListRepairJob implements OnModuleInit {
  private done = false;

  constructor(
    private readonly database: Database,
    private readonly jobs: PeriodicJobs,
    private readonly columns: ListColumns,
    private readonly users: UsersService,
    private readonly passkeys: Passkeys,
    private readonly owners: IdentityOwners,
  ) {}

  onModuleInit(): void {
    this.jobs.every(AFTER_SECONDS, 'to compare the filters of users', async () => {
      if (!this.done) await this.run();
      this.done = true;
    });
  }

  private async run(): Promise<void> {
    for (let after = ''; this.database.ready; ) {
      const page = await this.columns.page(after, PAGE_SIZE);
      const last = page.at(-1);
      if (!last) return;
      await this.owners.place(page);
      const withPasskey = await this.passkeys.ownersAmong(page.map(({ uid }) => uid));
      for (const uid of await this.columns.findWrong(page, withPasskey)) await this.repair(uid);
      after = last.uid;
    }
  }

  private repair(uid: string): Promise<void> {
    return this.database.transaction(async () => {
      const user = await this.users.lock(uid);
      if (user) await this.columns.refresh(user, (await this.passkeys.count(uid)) > 0);
    });
  }
}
