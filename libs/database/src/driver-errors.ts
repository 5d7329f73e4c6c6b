import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseLocation, describeLocation, SettingsError } from '@app/config';
import type { ErrorCode } from '@app/errors';
import type { Logger } from '@nestjs/common';

interface DriverError {
  code?: string;
  message?: string;
  errno?: number;
  sqlMessage?: string;
  /** PostgreSQL: the constraint that was violated. */
  constraint?: string;
}

/** The error of the driver, inside that of TypeORM or of a lost transaction if there is one. */
function driverError(error: unknown): DriverError {
  if (error instanceof LostBeforeCommit) return driverError(error.failure);
  return (error as { driverError?: DriverError })?.driverError ?? (error as DriverError) ?? {};
}

export const WRONG_PASSWORD = '28P01';
const TOO_MANY_CONNECTIONS = '53300';
/** PostgreSQL: the role lacks a right. At the start it is that to make tables, and later that to write. */
export const NO_PRIVILEGE = '42501';
/** The same of a schema that the role may not use. */
export const NO_SCHEMA = '3F000';

/** Errors of the connection, and of a server that is starting, stopping or full. */
const OUTAGES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'POOL_CLOSED',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_OUT_OF_RESOURCES',
  // Galera: the node lost the others during a commit, whose result is unknown.
  'ER_ERROR_DURING_COMMIT',
  'SQLITE_BUSY',
  // PostgreSQL: too many connections; no memory; the server stops, or starts; a session or a transaction did nothing for too long.
  TOO_MANY_CONNECTIONS,
  '53200',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
]);

const WRONG_ENCODING = 'WRONG_ENCODING';

/** The encoding of the database cannot store every text. */
export class WrongEncoding extends Error {
  readonly code = WRONG_ENCODING;

  constructor(encoding: string) {
    super(`its encoding is ${encoding}`);
  }
}

const REFUSALS = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_BAD_DB_ERROR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOTADB',
  'EACCES',
  'EEXIST',
  'ENOTDIR',
  'EROFS',
  WRONG_PASSWORD,
  '28000',
  '3D000',
  NO_SCHEMA,
  NO_PRIVILEGE,
  WRONG_ENCODING,
]);

/** A pooler gave the transaction a connection that has not prepared the statement, or on which another one has. */
const FORGOTTEN = new Set(['26000', '42P05']);
/** A pooler takes no settings of a connection. It says so by the code of a broken connection. */
const UNSUPPORTED = /unsupported startup parameter/;

/** The certificate of the server is for another host, too old, or of an unknown authority; or the server has none. */
const NOT_TRUSTED = /^(?:ERR_TLS_|HANDSHAKE_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)|does not support SSL/;

/** The server is up but accepts no statements, or only reads; the statement did nothing. */
const TURNED_AWAY = new Set([
  // Galera: the node is not (yet) part of the cluster.
  'ER_UNKNOWN_COM_ERROR',
  // A server that was the primary before a failover.
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  // A session keeps this setting of the server from its start, so only a new connection can write again.
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  '25006',
]);

/** A replica, a server after a failover, and a file or tables that were opened for reading. */
const READ_ONLY = new Set([
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_OPEN_AS_READONLY',
  'ER_INNODB_READ_ONLY',
  'ER_INNODB_FORCED_RECOVERY',
  '25006',
]);

const NO_SPACE = new Set(['ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_ERROR_ON_WRITE', 'SQLITE_FULL', '53100']);
/** Failures of SQLite to write: the disk is full for this user, or broken. */
const FAILED_WRITE = /^SQLITE_IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE)$/;
/** Hosters take this right from the user of a database that has become too large. */
const NO_RIGHT: Record<string, RegExp> = {
  ER_TABLEACCESS_DENIED_ERROR: /^(?:INSERT|UPDATE|DELETE)(?:, *\w+)* command denied/,
  '42501': /^permission denied for (?:table|sequence) /,
};

/** Why a database that can be read refuses to write. */
export type WriteRefusal = 'it is read-only' | 'its disk is full' | 'its user lacks the right to write';

/** Why the database refused this write; undefined for any other error. */
export function writeRefusal(error: unknown): WriteRefusal | undefined {
  const { code = '', message = '', sqlMessage = message } = driverError(error);
  if (READ_ONLY.has(code) || code.startsWith('SQLITE_READONLY')) return 'it is read-only';
  if (NO_SPACE.has(code) || FAILED_WRITE.test(code)) return 'its disk is full';
  if (code === 'ER_GET_ERRNO' && /error 28\b|[nN]o space left/.test(sqlMessage)) return 'its disk is full';
  return NO_RIGHT[code]?.test(sqlMessage) ? 'its user lacks the right to write' : undefined;
}

/**
 * Deadlock, also for a transaction that Galera rejected because of one on another node; lock wait timeout; and, on MariaDB, a
 * row that has changed since the transaction began to read.
 */
const CONTENTION = [1213, 1205, 1020];
/** Group Replication and TiDB: COMMIT failed because of a transaction on another node, and was rolled back. */
const CONFLICTS = [3101, 9007];

/** PostgreSQL: deadlock, and serialization failure. */
const POSTGRES_CONTENTION = new Set(['40P01', '40001']);
/** PostgreSQL: a lock did not become free in time, or a statement took too long. Its client has waited long enough. */
const TOO_LATE = new Set(['55P03', '57014']);

/** Whether the database could not be reached, or could not work right now. */
export function isOutage(error: unknown): boolean {
  const { code = '' } = driverError(error);
  if (UNSUPPORTED.test(String(error))) return false;
  if (OUTAGES.has(code) || TURNED_AWAY.has(code) || code.startsWith('SQLITE_BUSY')) return true;
  // A connection keeps the rights that its user had when it was opened.
  if (writeRefusal(error) === 'its user lacks the right to write') return true;
  // Class 08 of PostgreSQL: the connection has failed. Its driver has no codes for what it finds itself.
  return (
    /^08/.test(code) ||
    /closed state|Connection lost|Connection terminated|not queryable|timeout e(?:xceeded|xpired)/.test(String(error))
  );
}

/** Whether the server accepts no more connections. */
export function isFull(error: unknown): boolean {
  return driverError(error).code === TOO_MANY_CONNECTIONS;
}

/** Whether a server that is up accepts no statements: this one did nothing, and may be sent to another server. */
function wasTurnedAway(error: unknown): boolean {
  return TURNED_AWAY.has(driverError(error).code ?? '');
}

/** Whether the server refused the user, the password or the database; or the file cannot be a database. */
export function isRefusal(error: unknown): boolean {
  const { code = '' } = driverError(error);
  return (
    REFUSALS.has(code) ||
    code.startsWith('SQLITE_READONLY') ||
    isNotTrusted(error) ||
    isForgotten(error) ||
    UNSUPPORTED.test(String(error))
  );
}

/** Whether a pooler does not know prepared statements. */
function isForgotten(error: unknown): boolean {
  return FORGOTTEN.has(driverError(error).code ?? '');
}

/** The same error, which says what to do where the text of the server does not. */
export function explained(error: unknown): unknown {
  return isForgotten(error) && error instanceof Error
    ? Object.assign(error, { message: `${error.message}: ${FORGETS}; use ${KEEPS}` })
    : error;
}

const FORGETS = 'a pooler gives each transaction another connection, and does not keep prepared statements';
const KEEPS =
  '?prepare=off in DATABASE_URL, or PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode=session';
const SCHEMA_BY_ROLE =
  'a schema that the role may use; behind PgBouncer no ?schema=, but ALTER ROLE … SET search_path = the schema';

/** Whether another transaction or process came first: the statement did nothing, and may be repeated. */
export function isContention(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return (
    [...CONTENTION, ...CONFLICTS].includes(errno) || POSTGRES_CONTENTION.has(code) || code.startsWith('SQLITE_BUSY')
  );
}

/** Whether an insert or update failed because of a unique key. */
export function isDuplicateKey(error: unknown): boolean {
  return ['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(
    driverError(error).code ?? '',
  );
}

/** Whether it was the primary key. Its name comes last in the message, after the value, which may contain any text. */
export function isDuplicatePrimaryKey(error: unknown): boolean {
  const { code, sqlMessage = '', constraint = '' } = driverError(error);
  return (
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY' ||
    (code === '23505' && constraint.endsWith('_pkey')) ||
    (code === 'ER_DUP_ENTRY' && /for key '(\w+\.)?PRIMARY'$/.test(sqlMessage))
  );
}

/** Whether a change of the schema failed because it was made before: the table, column or index is there, or gone. */
export function isAlreadyDone(error: unknown): boolean {
  const done = ['ER_TABLE_EXISTS_ERROR', 'ER_DUP_FIELDNAME', 'ER_DUP_KEYNAME', 'ER_CANT_DROP_FIELD_OR_KEY'];
  return done.includes(driverError(error).code ?? '');
}

/** Whether a statement names a table or a column that is not there. */
export function isMissing(error: unknown): boolean {
  return ['ER_NO_SUCH_TABLE', 'ER_BAD_TABLE_ERROR', 'ER_BAD_FIELD_ERROR'].includes(driverError(error).code ?? '');
}

export function isMissingTable(error: unknown): boolean {
  return driverError(error).code === 'ER_NO_SUCH_TABLE';
}

/** Whether the server does not know a variable that another kind of server has. */
export function isUnknownVariable(error: unknown): boolean {
  return driverError(error).code === 'ER_UNKNOWN_SYSTEM_VARIABLE';
}

/** Whether the row that a foreign key refers to does not exist (any more). */
export function isOrphan(error: unknown): boolean {
  return ['ER_NO_REFERENCED_ROW_2', 'ER_NO_REFERENCED_ROW', 'SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(
    driverError(error).code ?? '',
  );
}

/** Gives failures of the database their code, for the exception filter. */
export function databaseFailure(error: unknown): ErrorCode | undefined {
  // No text of PostgreSQL can have a NUL.
  if (driverError(error).code === '22021') return 'INVALID_REQUEST';
  if (TOO_LATE.has(driverError(error).code ?? '')) return 'UNAVAILABLE';
  const passes = isOutage(error) || isContention(error) || writeRefusal(error) !== undefined;
  return passes || isForgotten(error) ? 'UNAVAILABLE' : undefined;
}

function isNotTrusted(error: unknown): boolean {
  const { code, message = '' } = driverError(error);
  return NOT_TRUSTED.test(code ?? message);
}

/** Describes a refusal as an error of the setting, or of the option, that names the database. */
export function refused(error: unknown, location: DatabaseLocation, variable = 'DATABASE_URL'): SettingsError {
  const wrong = `${describeLocation(location)} refused: ${(error as Error).message}`;
  return new SettingsError([{ variable, wrong, allowed: cureOf(error) }]);
}

function cureOf(error: unknown): string {
  if (isNotTrusted(error)) return 'a host whose certificate is for its name or address, of an authority that is known';
  if (isForgotten(error)) return KEEPS;
  if (UNSUPPORTED.test(String(error))) return SCHEMA_BY_ROLE;
  switch (driverError(error).code) {
    case WRONG_ENCODING:
      return 'a database with the encoding UTF8';
    case NO_PRIVILEGE:
      return 'a user who may create tables in the schema, or the schema itself';
    case NO_SCHEMA:
      return SCHEMA_BY_ROLE;
    default:
      return 'an existing database, and a user who may use it';
  }
}

const CONTENTION_TRIES = 9;
const LOST_TRIES = 4;
const LOST_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** The connection of a transaction was lost before its COMMIT was sent: the server has rolled it back, or will. */
export class LostBeforeCommit extends Error {
  constructor(readonly failure: unknown) {
    super((failure as Error).message);
  }
}

/** Repeats, for some seconds, work that did nothing: another transaction came first, or the connection was lost. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const lost = error instanceof LostBeforeCommit;
      const again = lost ? tried < LOST_TRIES && Date.now() - begun < LOST_MS : isContention(error);
      if (!again || tried === CONTENTION_TRIES) throw lost ? error.failure : error;
      await sleep(Math.random() * 10 * 2 ** tried);
    }
  }
}

/** A statement that took longer is not repeated: its client has waited long enough. */
const WORTH_REPEATING_MS = 2_000;

/** Repeats a single statement once, on another connection, if it surely changed nothing. */
export async function repeatHarmless<T>(statement: string, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await run();
  } catch (error) {
    const harmless = /^\s*SELECT\b/i.test(statement) || wasTurnedAway(error);
    if (!isOutage(error) || !harmless || performance.now() - begun > WORTH_REPEATING_MS) throw error;
  }
  return run();
}

/** How long to wait for a database. */
interface Waiting {
  /** In milliseconds. */
  patience: number;
  signal: AbortSignal;
  /** The database, as the log names it. */
  place: string;
  logger: Logger;
}

/** Tries to connect until it succeeds, the time is over, the signal aborts, or waiting would not help. */
export async function untilReached(waiting: Waiting, connect: () => Promise<void>): Promise<void> {
  const { patience, signal, place, logger } = waiting;
  const deadline = Date.now() + patience;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await connect();
    } catch (error) {
      const refusal = writeRefusal(error);
      const passes = !isRefusal(error) && (isOutage(error) || isContention(error) || refusal !== undefined);
      if (!passes || Date.now() + pause > deadline) throw error;
      const unwritable = refusal && `refuses to write: ${refusal}`;
      const state = unwritable ?? (isContention(error) ? 'is in use by another process' : 'is out of reach');
      logger.warn(`The database ${place} ${state} (${(error as Error).message}); next try in ${pause} ms.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
