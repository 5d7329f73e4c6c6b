import type { CallerIdentity } from '@app/auth';
import { Env } from '@app/config';
import type { PersonalData } from '@app/database';
import { EventLog } from '@app/events';
import type { LockedUser } from '@app/users';
import { Inject, Injectable } from '@nestjs/common';
import { RecentCaller } from '../../access/recent-caller.js';
import { PERSONAL_DATA } from './libraries.js';
import { ownTables } from './own-data.js';
import type { PersonTables } from './person-export.service.js';

/** Gives a person a copy of the data about them (GDPR, articles 15 and 20). */
@Injectable()
export class OwnDataService {
  constructor(
    private readonly env: Env,
    private readonly recent: RecentCaller,
    private readonly events: EventLog,
    @Inject(PERSONAL_DATA) private readonly libraries: PersonalData[],
  ) {}

  /**
   * Records the event, then returns the rows, which are read when the client is ready for them.
   * @throws {ApiError} NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED
   */
  async copy(caller: CallerIdentity): Promise<PersonTables> {
    const { uid, email, emailProved } = await this.admit(caller, ({ uid }) =>
      this.events.record('user.exported', { uid }),
    );
    const tables = Object.assign({}, ...this.libraries.map((library) => library.of({ uid, email })));
    const seesImpersonations = this.env.impersonationNotice !== 'off';
    return ownTables(tables, { uid, emailProved, seesImpersonations });
  }

  /** Checks that the caller may have the copy, for a request without a result. @throws {ApiError} as `copy` */
  async check(caller: CallerIdentity): Promise<PersonTables> {
    await this.admit(caller, async () => undefined);
    return {};
  }

  /** A thief of an access token must not get everything, nor may a session that its user has signed out. */
  private admit(caller: CallerIdentity, note: (user: LockedUser) => Promise<unknown>): Promise<LockedUser> {
    return this.recent.transaction(caller, async (user) => {
      await note(user);
      return user;
    });
  }
}
