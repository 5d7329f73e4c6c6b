import type { ErrorCode } from '@app/errors';

interface DriverError {
  code?: string;
  errno?: number;
}

/** The driver's own error inside whatever TypeORM wrapped it in. */
function driverError(error: unknown): DriverError {
  return (error as { driverError?: DriverError })?.driverError ?? (error as DriverError) ?? {};
}

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
  'SQLITE_BUSY',
]);

const REFUSALS = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_BAD_DB_ERROR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOTADB',
  'SQLITE_READONLY',
  'EACCES',
  'EEXIST',
  'ENOTDIR',
  'EROFS',
]);

const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;

/** Whether the database could not be reached, or could not work right now. */
export function isOutage(error: unknown): boolean {
  const { code = '' } = driverError(error);
  return OUTAGES.has(code) || code.startsWith('SQLITE_BUSY') || /closed state|Connection lost/.test(String(error));
}

/** Whether the server was reached, and refused the user, the password or the database; or the file cannot be one. */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.has(driverError(error).code ?? '');
}

/** Whether the database had to let another transaction or process go first: nothing was done, it may be run again. */
export function isContention(error: unknown): boolean {
  const { code = '', errno = 0 } = driverError(error);
  return [DEADLOCK, LOCK_WAIT_TIMEOUT].includes(errno) || code.startsWith('SQLITE_BUSY');
}

/** Whether a unique key stood in the way of an insert or update. */
export function isDuplicateKey(error: unknown): boolean {
  return ['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(
    driverError(error).code ?? '',
  );
}

/** Gives failures of the database their code, for the exception filter. */
export function databaseFailure(error: unknown): ErrorCode | undefined {
  return isOutage(error) || isContention(error) ? 'UNAVAILABLE' : undefined;
}
