import { scopesIn } from '@app/admin';
import { emailObjection } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { currentActor } from '@app/events';
import {
  type HashedPassword,
  type LockedUser,
  normaliseEmail,
  type User,
  UserAdministration,
  type UserChanges,
} from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { widens } from '../../access/administrator.js';
import { LoginThrottle } from '../../access/login-throttle.js';
import { EmailChange } from '../../accounts/email-change.js';
import { AdminScopesChange } from './admin-scopes-change.js';
import { type Change, UserChanged } from './user-changed.js';
import { type CountedUser, UserLookup } from './user-lookup.js';

/** Changes of a user by an administrator, in one transaction. A new address sends emails. */
@Injectable()
export class UserChangeService {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserAdministration,
    private readonly rank: AdminRank,
    private readonly lookup: UserLookup,
    private readonly emailChange: EmailChange,
    private readonly throttle: LoginThrottle,
    private readonly scopes: AdminScopesChange,
    private readonly changed: UserChanged,
  ) {}

  /**
   * Fields that are left out stay. Returns the changed user.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED, INVALID_EMAIL, WEAK_PASSWORD, EMAIL_ALREADY_IN_USE, MFA_NOT_ENABLED,
   * EMAIL_NOT_VERIFIED, REAUTHENTICATION_REQUIRED
   */
  async change(uid: string, { password, ...others }: UserChanges): Promise<CountedUser> {
    const known = await this.lookup.get(uid);
    const given = { ...others, email: others.email === undefined ? undefined : normaliseEmail(others.email) };
    if (others.email !== undefined && given.email === undefined)
      throw new ApiError('INVALID_EMAIL', emailObjection(others.email));
    for (let email = given.email ?? known.email; ; ) {
      const hashed = password === undefined ? undefined : await this.users.hashFor(email, password);
      const done = await this.rank.transaction(known.uid, (user) => this.apply(user, given, hashed));
      if (hashed && typeof done !== 'string') await this.throttle.resetFactors(known.uid);
      if (typeof done !== 'string') return done;
      // Another request changed the email: the password must be checked against the new one.
      email = done;
    }
  }

  /** Returns the changed user; or only the email, without a change, if the password was checked against another email. */
  private async apply(user: LockedUser, asked: UserChanges, hashed?: HashedPassword): Promise<CountedUser | string> {
    const { uid } = user;
    const waiting = await this.emailChange.waitingOf(user, asked);
    const given = waiting === undefined ? asked : { ...asked, email: undefined };
    const email = given.email ?? user.email;
    if (hashed && hashed.email !== email) return email;
    const keepsProof = given.emailVerified === false && (await this.emailChange.isSecured(uid));
    const change = { ...difference(user, given, keepsProof), ...newPassword(user, hashed) };
    if (widens(scopesIn(change.adminScopes ?? ''), scopesIn(user.adminScopes)))
      Object.assign(change, { adminScopesBy: currentActor().actor, adminScopesAt: this.clock.now() });
    const after = { ...user, ...change };
    await this.scopes.check(user, after, given.adminScopes);
    if (Object.keys(change).length > 0) await this.users.change(uid, change);
    await this.changed.apply(user, given, change);
    await this.scopes.apply(user, after);
    if (waiting !== undefined) await this.emailChange.ask(user, waiting, { madeBy: this.rank.administrator?.actor });
    else if (asked.email === user.email) await this.emailChange.forget(uid);
    return this.lookup.get(uid);
  }
}

/**
 * The fields that differ from the current ones. A changed email is unverified unless the request says otherwise. A
 * verification by an administrator counts as proof of the address.
 * @param keepsProof whether the proof of the address stays, although the administrator takes the verification away
 */
function difference(user: User, given: UserChanges, keepsProof: boolean): Change {
  const { email = user.email, active = user.active, metadata = user.metadata, mfa = user.mfa } = given;
  const { adminScopes = user.adminScopes } = given;
  const same = email === user.email;
  const { emailVerified = user.emailVerified && same } = given;
  const { emailVerified: declared = user.emailProved && same } = given;
  const emailProved = declared || (keepsProof && same && user.emailProved);
  return {
    ...(email === user.email ? {} : { email }),
    ...(emailVerified === user.emailVerified ? {} : { emailVerified }),
    ...(emailProved === user.emailProved ? {} : { emailProved }),
    ...(active === user.active ? {} : { active }),
    ...(metadata === user.metadata ? {} : { metadata }),
    ...(adminScopes === user.adminScopes ? {} : { adminScopes }),
    // The counter ends a sign-in that has passed its first step without the MFA challenge.
    ...(mfa === user.mfa ? {} : { mfa, rung1: user.rung1 + 1 }),
  };
}

/** The fields of a new password. */
function newPassword({ passwordVersion }: User, hashed: HashedPassword | undefined): Change {
  return hashed ? { passwordHash: hashed.passwordHash, passwordVersion: passwordVersion + 1 } : {};
}
