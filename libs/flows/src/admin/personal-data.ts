import { ConsoleSession, ConsoleSessions } from '@app/admin';
import type { CallerIdentity } from '@app/auth';
import { ApiKey, ApiKeyStore } from '@app/clients';
import { Env } from '@app/config';
import { columnsOfPerson, Database, type PersonalData, type StoredRows } from '@app/database';
import { ApiError } from '@app/errors';
import { EventLog, isPersonal, LoggedEvent, makerOf, UserEvents } from '@app/events';
import { FactorReset, Passkey, RecoveryCode, StoredFactorData, TotpFactor } from '@app/factors';
import { Identities, Identity } from '@app/federation';
import { MailService, Message } from '@app/mail';
import { Device, OneTimeToken, Session, StoredTokenData } from '@app/tokens';
import { type LockedUser, SignInAddress, StoredUserData, User, UsersService } from '@app/users';
import { Deliveries } from '@app/webhooks';
import { type FactoryProvider, Inject, Injectable } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import type { AdministratorOrOperator } from '../access/administrator.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { toUid, UserLookup } from './user-search.js';

/** The libraries that store data about persons. A library with such a table adds its `PersonalData` here. */
const LIBRARIES = [
  StoredUserData,
  StoredTokenData,
  StoredFactorData,
  Identities,
  MailService,
  UserEvents,
  Deliveries,
  ConsoleSessions,
  ApiKeyStore,
];

const PERSONAL_DATA = Symbol('PERSONAL_DATA');

export const personalData: FactoryProvider<PersonalData[]> = {
  provide: PERSONAL_DATA,
  inject: LIBRARIES,
  useFactory: (...libraries: PersonalData[]) => libraries,
};

type Row = Record<string, unknown>;

/** The tables with data about a person, each with the rows about them. */
export type PersonTables = Record<string, StoredRows>;

/** Whose data a copy contains. */
export interface Owner {
  uid: string;
  /** Whether the person has shown that the mailbox is theirs. Until then, what was mailed to it can concern another person. */
  emailProved: boolean;
  /** Whether the person may learn that an administrator has acted as them. */
  seesImpersonations: boolean;
}

/**
 * The columns that persons get of the rows about them, in each table. The others say how the service works, or what
 * administrators have noted. A new column is not in the copy until it is a `PersonColumn`.
 */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: columnsOfPerson(User),
  sign_in_addresses: columnsOfPerson(SignInAddress),
  sessions: columnsOfPerson(Session),
  devices: columnsOfPerson(Device),
  one_time_tokens: columnsOfPerson(OneTimeToken),
  totp_factors: columnsOfPerson(TotpFactor),
  recovery_codes: columnsOfPerson(RecoveryCode),
  passkeys: columnsOfPerson(Passkey),
  factor_resets: columnsOfPerson(FactorReset),
  identities: columnsOfPerson(Identity),
  messages: columnsOfPerson(Message),
  events: columnsOfPerson(LoggedEvent),
  console_sessions: columnsOfPerson(ConsoleSession),
  api_keys: columnsOfPerson(ApiKey),
};

/** The copy of the data about a person for that person, out of the export for administrators. */
export function ownTables(tables: PersonTables, owner: Owner): PersonTables {
  const own = Object.entries(tables).filter(([table]) => table in COLUMNS);
  return Object.fromEntries(own.map(([table, pages]) => [table, ownRows(table, pages, owner)]));
}

async function* ownRows(table: string, pages: PersonTables[string], owner: Owner): PersonTables[string] {
  for await (const rows of pages) {
    const own = rows.filter((row) => isOwn(table, row, owner)).map((row) => ownRow(table, row, owner));
    if (own.length > 0) yield own;
  }
}

function isOwn(table: string, row: Row, { emailProved, seesImpersonations }: Owner): boolean {
  if (table === 'events' && row.type === 'user.impersonated') return seesImpersonations;
  if (table === 'sessions' && row.impersonator !== null) return seesImpersonations;
  // A decoy stands for an email that was not sent.
  if (table === 'messages') return emailProved && row.status !== 'decoy';
  return emailProved || table !== 'one_time_tokens' || row.uid !== null;
}

/** One row, without what it says about administrators. */
function ownRow(table: string, row: Row, owner: Owner): Row {
  const own = Object.fromEntries((COLUMNS[table] ?? []).map((column) => [column, row[column]]));
  if (table === 'events') return { ...own, ...eventFor(owner, row) };
  if (table === 'sessions') return { ...own, ...sessionFor(row) };
  return own;
}

/** An event says that an administrator did something, but not which one, from where, or with which note. */
function eventFor({ uid }: Owner, { type, actor, ip, client, data }: Row): Row {
  const maker = makerOf(String(actor));
  const isByOther = maker !== undefined && !('uid' in maker && maker.uid === uid);
  const isNote = (field: string) => field === 'reason' && isPersonal(String(type), field);
  return {
    actor: isByOther ? 'admin' : actor,
    ip: isByOther ? null : ip,
    client: isByOther ? null : client,
    data: Object.fromEntries(Object.entries(data as Row).filter(([field]) => !isNote(field))),
  };
}

/** The last use is rounded down to the minute, as in the list of sessions. */
function sessionFor({ impersonator, last_used_at: lastUsedAt }: Row): Row {
  const seconds = Number(lastUsedAt);
  return {
    last_used_at: seconds - (seconds % 60),
    // The client of an administrator who acts as the person.
    ...(impersonator !== null && { ip: null, user_agent: null }),
  };
}

/** The JSON text of a `PersonExport` in chunks: there may be many events. */
export async function* toPersonText(tables: PersonTables): AsyncGenerator<string> {
  let before = '{';
  for (const [table, pages] of Object.entries(tables)) {
    yield `${before}\n${JSON.stringify(table)}: [`;
    let separator = '\n';
    for await (const rows of pages) {
      yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
      separator = ',\n';
    }
    yield ']';
    before = ',';
  }
  yield '\n}\n';
}

/** Copies, exports and erases the data about one person (GDPR, articles 15, 17 and 20). */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly lookup: UserLookup,
    private readonly recent: RecentSignIn,
    private readonly rank: AdminRank,
    private readonly events: EventLog,
    @Inject(PERSONAL_DATA) private readonly libraries: PersonalData[],
  ) {}

  /**
   * A copy of the data about a person for that person. Records the event, then returns the rows, which are read when the client is ready for them.
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
  async checkCopy(caller: CallerIdentity): Promise<PersonTables> {
    await this.admit(caller, async () => undefined);
    return {};
  }

  /**
   * All that is stored about a person, for an administrator. Records the event, then returns the rows, which are read when the client is ready for them. They fail with NOT_AUTHENTICATED
   * when an administrator has lost the right meanwhile.
   * @throws {ApiError} USER_NOT_FOUND
   */
  async export(uid: string, by: AdministratorOrOperator): Promise<PersonTables> {
    const person = await this.lookup.get(uid);
    await this.database.transaction(() => this.events.record('user.exported', { uid: person.uid }));
    const tables: PersonTables = Object.assign({}, ...this.libraries.map((library) => library.of(person)));
    return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, this.whileAllowed(rows, by)]));
  }

  /** Checks that the user exists, for a request without a result. @throws {ApiError} USER_NOT_FOUND */
  async checkExport(uid: string): Promise<PersonTables> {
    await this.lookup.get(uid);
    return {};
  }

  /**
   * Removes what the event log still has about a deleted user (GDPR, article 17). Only for the command line: with a stolen admin token, a
   * thief could otherwise remove the traces of an attack. Removes the client addresses and the emails from the events about a deleted user, and returns from how many. The uid stays, since
   * revocation lists come from the log; without the account it leads to no person.
   * @throws {ApiError} USER_NOT_FOUND for a malformed uid; INVALID_REQUEST for a user who is not deleted
   */
  async erase(text: string): Promise<number> {
    const uid = toUid(text);
    return this.database.transaction(async () => {
      if (await this.users.find(uid)) throw new ApiError('INVALID_REQUEST', 'the user is not deleted yet.');
      const count = await this.events.removePersonalFacts(uid);
      if (count > 0) await this.events.record('user.erased', { uid });
      return count;
    });
  }

  /** A thief of an access token must not get everything, nor may a session that its user has signed out. */
  private admit(caller: CallerIdentity, note: (user: LockedUser) => Promise<unknown>): Promise<LockedUser> {
    return this.recent.transaction(caller, async (user) => {
      await note(user);
      return user;
    });
  }

  private async *whileAllowed(pages: StoredRows, by: AdministratorOrOperator): StoredRows {
    for await (const rows of pages) {
      await this.rank.requireStill(by);
      yield rows;
    }
  }
}
