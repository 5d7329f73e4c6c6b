import { Clock } from '@app/database';
import { type Link, UNDO_FACTORS_TTL } from '@app/tokens';
import { type User, UserPasswords } from '@app/users';
import { Injectable } from '@nestjs/common';

/** An undo of a changed address reaches back at least this far before the change, in seconds. */
const LEAST_REACH = 86_400;

/** Decides how far back a link undoes what was added, and whether it invalidates the password. */
@Injectable()
export class UndoReach {
  constructor(
    private readonly clock: Clock,
    private readonly passwords: UserPasswords,
  ) {}

  /**
   * From when on the link undoes what was added, in seconds since the UNIX epoch; infinity for a link that undoes nothing. A thief
   * may have added it before a change of address. A mailbox must be no way round a factor: the refusal of a sign-in removes what was
   * added only as long as a link that undoes factors works.
   */
  sinceOf({ purpose, since, createdAt }: Link): number {
    const began = since ?? createdAt;
    if (purpose === 'undo_email_change') return Math.min(began, createdAt - LEAST_REACH);
    if (purpose !== 'refuse_sign_in') return began;
    return since === null || createdAt + UNDO_FACTORS_TTL <= this.clock.now() ? Number.POSITIVE_INFINITY : since;
  }

  /**
   * Whether the link invalidates the password. Of a refused sign-in: the one that was used, or set in its
   * session. Of an undone change: one that was set
   * since the session began, or any if the address was never proved.
   */
  async invalidatesPassword({ purpose, since, passwordVersion }: Link, user: User): Promise<boolean> {
    const isSame = passwordVersion === user.passwordVersion;
    const isNewer = passwordVersion !== null && !isSame;
    const invalidates = purpose === 'refuse_sign_in' ? isSame : since === 0 || isNewer;
    return invalidates && (await this.passwords.has(user.uid));
  }
}
