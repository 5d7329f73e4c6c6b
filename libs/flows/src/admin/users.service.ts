import { type Scope, scopesIn } from '@app/admin';
import { emailObjection } from '@app/config';
import { Clock, Database, isDuplicateKey } from '@app/database';
import { ApiError, type ErrorCode } from '@app/errors';
import { currentActor, EventLog, UserEvents, userActor } from '@app/events';
import { FactorResets, FactorTransfer, type NewFactors } from '@app/factors';
import { Identities, type NewIdentity } from '@app/federation';
import { MailService } from '@app/mail';
import { SessionClaims } from '@app/tokens';
import {
  type AccountFacts,
  changedClaims,
  type HashedPassword,
  type LockedUser,
  normaliseEmail,
  type User,
  UserAdministration,
  type UserChanges,
} from '@app/users';
import { Injectable } from '@nestjs/common';
import { AdminRank, requireGrant } from '../access/admin-rank.js';
import { mayReuseUids, ofUser, uidOfDeleted, widens } from '../access/administrator.js';
import { FactorMethods } from '../access/factor-methods.js';
import { LoginThrottle } from '../access/login-throttle.js';
import { AccountService } from '../accounts/accounts.js';
import { EmailChange } from '../accounts/email-change.js';
import { NO_CLIENT } from '../input/requester.js';
import { Access } from '../revocation/access.js';
import { type CountedUser, toUid, UserLookup } from './user-search.js';

/** The clocks of replicas differ by less than that, in seconds. */
const MOST_CLOCK_DIFFERENCE = 60;

/** The fields that an administrator changes, with their new values. */
type Change = Parameters<UserAdministration['change']>[1];

/** The changed user; or the email now, without a change, if the password was checked against another email. */
type Applied = { changed: CountedUser } | { emailNow: string };

/** What a new account has besides its values. */
interface Additions {
  factors: NewFactors;
  identities: NewIdentity[];
}

const NOTHING: Additions = { factors: { totp: [], passkeys: [] }, identities: [] };

/** The accounts of users in the hands of an administrator: creates, changes and removes them. */
@Injectable()
export class AdminUserService {
  constructor(
    private readonly clock: Clock,
    private readonly database: Database,
    private readonly users: UserAdministration,
    private readonly accounts: AccountService,
    private readonly lookup: UserLookup,
    private readonly rank: AdminRank,
    private readonly methods: FactorMethods,
    private readonly resets: FactorResets,
    private readonly transfer: FactorTransfer,
    private readonly identities: Identities,
    private readonly emailChange: EmailChange,
    private readonly throttle: LoginThrottle,
    private readonly sessionClaims: SessionClaims,
    private readonly access: Access,
    private readonly mail: MailService,
    private readonly deleted: UserEvents,
    private readonly events: EventLog,
  ) {}

  /**
   * Creates an account and returns its uid.
   * @throws {ApiError} INVALID_REQUEST, INVALID_EMAIL, WEAK_PASSWORD, INVALID_HASH, EMAIL_ALREADY_IN_USE, UID_ALREADY_IN_USE,
   * PASSKEY_EXISTS, IDENTITY_ALREADY_LINKED, NOT_AUTHORIZED, REAUTHENTICATION_REQUIRED
   */
  async create(facts: AccountFacts, { factors, identities } = NOTHING): Promise<{ uid: string }> {
    const account = await this.users.prepare(facts);
    const { uid, createdAt } = account;
    const isOpen = account.passwordHash !== null || hasWays(factors, identities);
    const hasSecrets = facts.passwordHash !== undefined || hasWays(factors, identities);
    await this.database.transaction(async () => {
      if (hasSecrets) await this.rank.requireFactorFor('user');
      const madeOpenAt = isOpen ? this.clock.now() : null;
      await this.users.create({ ...account, madeBy: currentActor().actor, madeOpenAt });
      // After the insert, so that a deletion at the same time comes before it.
      if (
        facts.uid !== undefined &&
        !mayReuseUids(this.rank.administrator) &&
        (await this.deleted.deletedAmong([uid])).has(uid)
      )
        throw uidOfDeleted();
      await this.transfer.insert([{ uid, factors }]).catch(rename('PASSKEY_EXISTS'));
      await this.identities.add([{ uid, createdAt, identities }]).catch(rename('IDENTITY_ALREADY_LINKED'));
      await this.events.record('user.created', { uid });
    });
    return { uid };
  }

  /**
   * Changes a user in one transaction; a new address sends emails. Fields that are left out stay. Returns the changed user.
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
      if ('changed' in done) {
        if (hashed) await this.throttle.resetFactors(known.uid);
        return done.changed;
      }
      // Another request changed the email: the password must be checked against the new one.
      email = done.emailNow;
    }
  }

  private async apply(user: LockedUser, asked: UserChanges, hashed?: HashedPassword): Promise<Applied> {
    const { uid } = user;
    const waiting = await this.emailChange.waitingOf(user, asked);
    const given = waiting === undefined ? asked : { ...asked, email: undefined };
    const email = given.email ?? user.email;
    if (hashed && hashed.email !== email) return { emailNow: email };
    const keepsProof = given.emailVerified === false && (await this.emailChange.isSecured(uid));
    const change = { ...difference(user, given, keepsProof), ...newPassword(user, hashed) };
    if (widens(scopesIn(change.adminScopes ?? ''), scopesIn(user.adminScopes)))
      Object.assign(change, { adminScopesBy: currentActor().actor, adminScopesAt: this.clock.now() });
    const after = { ...user, ...change };
    await this.checkScopes(user, after, given.adminScopes);
    if (Object.keys(change).length > 0) await this.users.change(uid, change);
    await this.record(user, change);
    await this.methods.keepAsking(user, after);
    if (given.claims !== undefined) await this.changeClaims(user, given.claims);
    await this.endAccess(user, given, change);
    await this.scopesChanged(user, after);
    if (waiting !== undefined) await this.emailChange.ask(user, waiting, { madeBy: this.rank.administrator?.actor });
    else if (asked.email === user.email) await this.emailChange.forget(uid);
    return { changed: await this.lookup.get(uid) };
  }

  /**
   * Removes an account, disabled or not, with all its data.
   * @throws {ApiError} USER_NOT_FOUND, NOT_AUTHORIZED
   */
  async remove(text: string): Promise<void> {
    await this.rank.transaction(toUid(text), (user) => this.accounts.remove(user));
  }

  /**
   * Only a user with a factor and a proved address gets scopes. An administrator in the console must have shown a second
   * factor recently to give them, and not to take them away.
   * @param after the user with all other changes of the request
   * @param given the scopes of the request, separated by commas
   * @throws {ApiError} NOT_AUTHORIZED, MFA_NOT_ENABLED, EMAIL_NOT_VERIFIED, REAUTHENTICATION_REQUIRED
   */
  private async checkScopes(user: LockedUser, after: User, given: string | undefined): Promise<void> {
    if (given === undefined) return;
    const [scopes, earlier] = [scopesIn(given), scopesIn(user.adminScopes)];
    const by = this.rank.administrator;
    if (by) requireGrant(scopes, earlier, by);
    if (given === '') return;
    if (!(await this.methods.needsFactor(after)))
      throw new ApiError('MFA_NOT_ENABLED', 'Admin scopes need an account with a second factor.');
    const verified = after.emailProved && after.emailVerified;
    if (!verified) throw new ApiError('EMAIL_NOT_VERIFIED', 'Admin scopes need a verified email.');
    if (widens(scopes, earlier)) await this.rank.requireFactorFor('admin_scopes');
  }

  /**
   * Informs a user who has got scopes, and stops a reset of the factors that waits. Revokes what a user has made who has lost a
   * scope, or cannot use one any more. That of a disabled user ends with the account.
   */
  private async scopesChanged(before: LockedUser, after: User): Promise<void> {
    const scopes = scopesIn(after.adminScopes);
    const earlier = scopesIn(before.adminScopes);
    if (widens(scopes, earlier)) {
      await this.mail.notify('admin-scopes-given', after.email, { scopes: scopes.join(', ') }, NO_CLIENT);
      // An administrator of a lower rank may have asked for it.
      const { uid } = after;
      if (await this.resets.stop(uid)) await this.events.record('mfa.reset_stopped', { uid });
    }
    const usable = await this.usableScopes({ ...after, active: before.active });
    // Both: scopes that rest, for example while `MFA=off`, are lost without a difference in the usable ones.
    const lost = widens(earlier, scopes) || widens(await this.usableScopes(before), usable);
    if (lost) await this.access.endRightsOf(userActor(after.uid));
  }

  private async usableScopes(user: User): Promise<Scope[]> {
    return ofUser(user, await this.methods.needsFactor(user))?.scopes ?? [];
  }

  /**
   * Sessions go on. Other services learn from the event that they must refuse the access tokens issued until the time of the
   * change.
   */
  private async changeClaims({ uid, claims: before, claimsChangedAt }: LockedUser, claims: string): Promise<void> {
    if (claims === before) return;
    const keys = changedClaims(before, claims);
    if (keys.length === 0) {
      await this.users.change(uid, { claims });
      await this.events.record('user.updated', { uid, data: { fields: ['claims'] } });
      return;
    }
    const changedAt = this.timeOfChange(claimsChangedAt, await this.sessionClaims.lock(uid));
    await this.users.change(uid, { claims, claimsChangedAt: changedAt });
    await this.sessionClaims.copy({ uid, claims, claimsChangedAt: changedAt });
    await this.events.record('user.claims_changed', { uid, data: { keys } });
  }

  /**
   * The time of the change: not before that of any token with the earlier claims. After a change in the same second, a token
   * may have the next second as its time; and the clock of another replica may be ahead. Further changes until then share that time,
   * so that it does not run ahead: the tokens from between them live for seconds only.
   */
  private timeOfChange(changedBefore: number, usedAt: number): number {
    const now = this.clock.now();
    const newest = Math.max(now, Math.min(usedAt, now + MOST_CLOCK_DIFFERENCE));
    return changedBefore > newest ? changedBefore : Math.max(newest, changedBefore + 1);
  }

  private async record(user: User, change: Change): Promise<void> {
    const { uid } = user;
    const moved = change.email !== undefined;
    const wasVerified = user.emailVerified && !moved;
    const isVerified = change.emailVerified ?? user.emailVerified;
    const proves = change.emailProved === true;
    const fields = [
      ...(wasVerified && !isVerified ? ['email_verified'] : []),
      ...(change.metadata === undefined ? [] : ['metadata']),
      ...(change.mfa === undefined ? [] : ['mfa']),
      ...(change.adminScopes === undefined ? [] : ['admin_scopes']),
    ];
    const scopes = scopesIn(change.adminScopes ?? '');
    const earlier = scopesIn(user.adminScopes);
    const given = scopes.filter((scope) => !earlier.includes(scope));
    const taken = earlier.filter((scope) => !scopes.includes(scope));
    const lists = {
      admin_scopes: scopes,
      ...(given.length > 0 && { given_scopes: given }),
      ...(taken.length > 0 && { taken_scopes: taken }),
    };
    const facts = { fields, ...(change.adminScopes !== undefined && lists) };
    if (change.email !== undefined) await this.emailChange.record(user, change.email);
    if (isVerified && (!wasVerified || proves)) await this.events.record('user.email_verified', { uid });
    if (fields.length > 0) await this.events.record('user.updated', { uid, data: facts });
    if (change.passwordHash !== undefined) await this.events.record('user.password_changed', { uid });
    if (change.active !== undefined)
      await this.events.record(change.active ? 'user.enabled' : 'user.disabled', { uid });
  }

  /** Ends the sessions and invalidates the links that the change makes invalid. */
  private async endAccess(user: User, given: UserChanges, change: Change): Promise<void> {
    const { uid } = user;
    const disabled = given.active === false;
    if (change.email !== undefined) await this.emailChange.setByAdministrator(user, change.email);
    if (disabled) await this.access.end('account_disabled', { uid });
    if (change.passwordHash !== undefined) await this.access.end('password_set_by_administrator', { uid });
    if (change.adminScopes !== undefined) await this.access.end('scopes_changed', { uid });
    if (change.mfa === 'required') await this.access.end('factor_required', { uid });
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

/** Names the error of a duplicate key. */
function rename(code: ErrorCode) {
  return (cause: unknown): never => {
    throw isDuplicateKey(cause) ? new ApiError(code, undefined, { cause }) : cause;
  };
}

/** Whether a person can sign in by these. */
export function hasWays({ totp, passkeys }: NewFactors, identities: unknown[]): boolean {
  return totp.length + passkeys.length + identities.length > 0;
}
