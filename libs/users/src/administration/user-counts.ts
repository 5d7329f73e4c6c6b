import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, MoreThanOrEqual } from 'typeorm';
import { User } from '../accounts/user.entity.js';

/** Counts users. Each count reads an index, not the rows. */
@Injectable()
export class UserCounts {
  constructor(private readonly database: Database) {}

  all(): Promise<number> {
    return this.count({});
  }

  verified(): Promise<number> {
    return this.count({ emailVerified: true });
  }

  disabled(): Promise<number> {
    return this.count({ active: false });
  }

  /** Users who have signed in since a time in epoch seconds. */
  signedInSince(time: number): Promise<number> {
    return this.count({ lastLogin: MoreThanOrEqual(time) });
  }

  private count(which: FindOptionsWhere<User>): Promise<number> {
    return this.database.repo(User).countBy(which);
  }
}
