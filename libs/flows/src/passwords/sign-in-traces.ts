import { currentActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { RefusalLinks } from '@app/tokens';
import { type NewPassword, SignInAddresses } from '@app/users';
import { Injectable } from '@nestjs/common';

/** What a new password means for emails about sign-ins. The user must be locked. */
@Injectable()
export class SignInTraces {
  constructor(
    private readonly addresses: SignInAddresses,
    private readonly refusals: RefusalLinks,
  ) {}

  /** A thief of the old password may have set the new one: the refusal of the sign-in then invalidates it. */
  async changed({ uid, passwordVersion }: NewPassword, sessionId: string): Promise<void> {
    await this.refusals.addPasswordOf(sessionId, uid, passwordVersion + 1);
  }

  /** The reader of the mailbox is the owner: the next sign-in from here needs no email. */
  async reset(uid: string): Promise<void> {
    await this.addresses.record(uid, addressGroup(currentActor().ip ?? ''), null);
  }
}
