import { SessionDirectory } from '@app/tokens';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { SessionEndService } from '../../sign-in/session-end.service.js';

/** Ends the sessions in which an admin token acts as users. */
@Injectable()
export class ImpersonationEnds {
  constructor(
    private readonly directory: SessionDirectory,
    private readonly ends: SessionEndService,
    private readonly users: UsersService,
  ) {}

  /** To be called in the transaction that revokes the token and has locked its row, which a new session locks first. */
  async endAllOf(adminTokenId: string): Promise<void> {
    for (const uid of await this.directory.impersonatedBy(adminTokenId)) {
      await this.users.lock(uid);
      await this.ends.endImpersonations(uid, adminTokenId);
    }
  }
}
