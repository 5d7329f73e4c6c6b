import { ConsoleSessions } from '@app/admin';
import { hashToken } from '@app/config';
import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Administrator } from '../access/administrator.js';
import { Access } from '../revocation/access.js';

/** Ends sessions of the console. */
@Injectable()
export class ConsoleSignOut {
  constructor(
    private readonly database: Database,
    private readonly sessions: ConsoleSessions,
    private readonly users: UsersService,
    private readonly access: Access,
    private readonly events: EventLog,
  ) {}

  /** Ends the session of a cookie, and the session of the user that opened it: the console has signed the user in for itself. */
  async end({ actor, uid, session }: Administrator, cookie: string): Promise<void> {
    await this.database.transaction(async () => {
      if (uid !== null) await this.users.lock(uid);
      if (!(await this.sessions.end(cookie))) return;
      await this.access.consoleEnded(hashToken(cookie));
      await this.events.record('admin.signed_out', { uid, actor });
      const parent = session?.sessionId;
      if (uid !== null && parent != null) await this.access.end('logged_out', { uid, session: parent });
    });
  }
}
