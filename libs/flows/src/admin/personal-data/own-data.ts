import { isPersonal, makerOf } from '@app/events';
import type { PersonTables } from './person-export.service.js';

type Row = Record<string, unknown>;

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
 * administrators have noted. A new column is not in the copy until it is listed here.
 */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: [
    ...['uid', 'email', 'active', 'email_verified', 'email_proved', 'email_claimed', 'metadata', 'claims'],
    ...['created_at', 'updated_at', 'last_login', 'sign_ins', 'password_set_at', 'mfa_enabled', 'mfa_enabled_at'],
    ...['mfa_disabled_at', 'mfa', 'mfa_due_at', 'admin_scopes', 'unlinked_providers'],
    ...['email_before', 'email_before_until'],
  ],
  sign_in_addresses: ['address', 'last_at'],
  sessions: [
    ...['session_id', 'parent_id', 'method', 'ip', 'user_agent', 'created_at', 'last_used_at', 'expires_at'],
    ...['used_within_at', 'ended_at', 'end_reason', 'auth_time', 'factor_time', 'shown_here', 'amr', 'acr'],
    ...['idp', 'device_id', 'claims'],
  ],
  devices: ['device_id', 'user_agent', 'created_at', 'last_used_at', 'trusted_at', 'trusted_until'],
  one_time_tokens: [
    ...[
      'purpose',
      'email',
      'sign_up',
      'target',
      'created_at',
      'expires_at',
      'used_at',
      'user_agent',
      'session_id',
      'about',
      'idp',
    ],
  ],
  totp_factors: ['factor_id', 'name', 'session_id', 'created_at', 'confirmed_at', 'last_used_at', 'locked_at'],
  recovery_codes: ['created_at', 'used_at'],
  passkeys: [
    ...['passkey_id', 'name', 'rp_id', 'backup_eligible', 'synced', 'transports', 'aaguid'],
    ...['created_at', 'last_used_at'],
  ],
  factor_resets: ['passkeys', 'identities', 'created_at', 'due_at'],
  identities: ['identity_id', 'provider_id', 'subject', 'email', 'created_at', 'last_used_at'],
  messages: ['id', 'kind', 'recipient', 'status', 'created_at', 'sent_at'],
  events: ['id', 'type', 'at', 'actor', 'session_id', 'ip', 'client', 'data'],
  console_sessions: ['session_id', 'created_at', 'last_used_at', 'expires_at'],
  api_keys: ['key_id', 'name', 'scopes', 'audiences', 'created_at', 'expires_at', 'last_used_at'],
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
