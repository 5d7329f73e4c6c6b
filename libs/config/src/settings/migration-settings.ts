import type { SettingsReader } from '../settings-reader.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const SECRET_FORM = 'whsec_ and the Base64 of 24 to 64 bytes, for instance from: echo whsec_$(openssl rand -base64 32)';

/** The earlier system that is asked about the passwords of users who have none here. */
export interface MigrationSettings {
  url: string;
  /** Signs the questions (Standard Webhooks 1.0). */
  secret: string;
  /** In seconds; also how much longer each refused login takes. */
  timeout: number;
}

/** Undefined while the lazy migration is off. */
export function readMigrationSettings(read: SettingsReader, { nodeEnv }: { nodeEnv: string }) {
  const production = nodeEnv === 'production';
  const allowed = `off, or a URL with https://${production ? '' : ', or http:// of localhost'} (default off)`;
  const parse = (text: string) => (text === 'off' ? null : parseSource(text, production));
  const url = read.parsed<string | null>('MIGRATION_URL', allowed, 'off', parse);
  const secret = read.text('MIGRATION_SECRET', SECRET_FORM) ?? '';
  const timeout = read.integer('MIGRATION_TIMEOUT', { min: 1, max: 10, fallback: 3 });
  const wrong = wrongWith(secret);
  if ((url || secret !== '') && wrong) read.reject('MIGRATION_SECRET', wrong, SECRET_FORM);
  const migration: MigrationSettings | undefined = url ? { url, secret, timeout } : undefined;
  return { migration };
}

function parseSource(text: string, production: boolean): string | undefined {
  const { protocol, hostname, username, password } = new URL(text);
  const local = protocol === 'http:' && !production && LOOPBACK.test(hostname);
  const fits = (protocol === 'https:' || local) && !username && !password && !text.includes('#');
  return fits ? text : undefined;
}

function wrongWith(secret: string): string | undefined {
  if (secret === '') return 'it is not set, and MIGRATION_URL needs it';
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64, 'base64').length;
  return bytes >= 24 && bytes <= 64 ? undefined : 'it has not the form of a secret of Standard Webhooks';
}
