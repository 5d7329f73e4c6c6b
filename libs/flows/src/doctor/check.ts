import type { Inspection } from '@app/config';
import type { ReadOnlyDatabase } from '@app/database';
import type { RecordReader } from '../input/records.js';

/** A result of a check: what was found, and how to correct it. Never contains a secret. */
export interface Finding {
  status: 'ok' | 'warn' | 'fail' | 'skip';
  found: string;
  cure?: string;
}

/** The input of the checks: the settings, of which invalid ones have their default values, and the database. */
export interface DoctorContext extends Inspection {
  records: RecordReader;
  /** The connection to the database, also while it is being opened. */
  connecting?: Promise<ReadOnlyDatabase>;
  /** The database; undefined if it was not reached. */
  database?: ReadOnlyDatabase;
  /** Whether the database has migrated tables. */
  hasSchema: boolean;
}

/** One check, with its name in the report. */
export interface Check {
  name: string;
  /** The check is skipped without a database, or without tables in it. */
  needs?: 'database' | 'schema';
  /** The check is skipped if one of these settings is invalid. */
  settings?: string[];
  run(context: DoctorContext): Promise<Finding[]>;
}

export const ok = (found: string): Finding[] => [{ status: 'ok', found }];
export const warn = (found: string, cure?: string): Finding[] => [{ status: 'warn', found, cure }];
export const fail = (found: string, cure?: string): Finding[] => [{ status: 'fail', found, cure }];
export const skip = (found: string): Finding[] => [{ status: 'skip', found }];

/** A warning of what is wrong; nothing where all is well. */
export const warnIf = (wrong: boolean, found: string, cure: string): Finding[] => (wrong ? warn(found, cure) : []);

/** The findings; without one, that all is well. */
export const orOk = (findings: Finding[], found: string): Finding[] => (findings.length > 0 ? findings : ok(found));

/** The database of a check with `needs`. */
export function connected({ database }: DoctorContext): ReadOnlyDatabase {
  if (database === undefined) throw new Error('The check does not say that it needs the database.');
  return database;
}
