import type { Env, Problem } from '@app/config';
import type { ReadOnlyDatabase } from '@app/database';

/** What a check has to say: what was found, and what helps against it. Never a secret. */
export interface Finding {
  status: 'ok' | 'warn' | 'fail' | 'skip';
  found: string;
  cure?: string;
}

/** What there is to examine. */
export interface Patient {
  /** The settings; those that cannot be used stand at their defaults. */
  env: Env;
  problems: Problem[];
  /** Whether `AUTH_SECRET` is there, and is one. */
  secretKnown: boolean;
  /** Whether `NODE_ENV` is set: unset, it is production, or development where `npm start` has kept a secret. */
  nodeEnvSet: boolean;
  /** The database, and only if it was reached. */
  database?: ReadOnlyDatabase;
  /** Whether tables of ours are in it. */
  hasSchema: boolean;
}

/** One check, under its name in the report. */
export interface Check {
  name: string;
  /** What it needs: without a database, or without a schema in it, it is skipped. */
  needs?: 'database' | 'schema';
  /** The settings that it is about: where one of them cannot be used, it is skipped. */
  settings?: string[];
  run(patient: Patient): Promise<Finding[]>;
}

export const ok = (found: string): Finding[] => [{ status: 'ok', found }];
export const warn = (found: string, cure?: string): Finding[] => [{ status: 'warn', found, cure }];
export const fail = (found: string, cure?: string): Finding[] => [{ status: 'fail', found, cure }];
export const skip = (found: string): Finding[] => [{ status: 'skip', found }];

/** The connection of a check that needs one. */
export function connected({ database }: Patient): ReadOnlyDatabase {
  if (database === undefined) throw new Error('The check does not say that it needs the database.');
  return database;
}

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL leads to this machine: for developers, who need no TLS and have no proxy. */
export function isLocal(url: string): boolean {
  return LOOPBACK_HOST.test(new URL(url).hostname);
}
