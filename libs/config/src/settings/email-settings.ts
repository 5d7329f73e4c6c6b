import {
  choice,
  inProduction,
  integer,
  optional,
  parsed,
  type Reading,
  type Setting,
  textOf,
  toggle,
} from '../settings-reader.js';
import { isLoopback, parseLine } from '../values.js';

const SMTP_FORM =
  'smtp://user:password@host:587, smtps://user:password@host:465, or none for no mail (default: a local inbox, in production none); ?name=host.example.com behind it is the name that the service gives to the mail server';
const MAIL_FROM_FORM =
  'an address, or a name and an address: Acme <no-reply@example.com> (default: APP_NAME <no-reply@host of BASE_URL>)';

/** A host name, or an address in brackets (RFC 5321, section 4.1.3). */
const EHLO_NAME = /^(?:[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?|\[(?:[\d.]+|IPv6:[\dA-Fa-f:.]+)\])$/;
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/;

/** The sender of emails. */
interface MailSender {
  name: string;
  address: string;
}

const readSender: Reading<MailSender> = (read, name, { APP_NAME, BASE_URL }) => {
  const sender = `${quoted(APP_NAME)} <no-reply@${new URL(BASE_URL).hostname}>`;
  // A host that no email address can have, such as an IPv6 literal.
  const localSender = { name: APP_NAME, address: 'no-reply@localhost' };
  return read.parsed(name, MAIL_FROM_FORM, sender, parseSender) ?? localSender;
};

/** The URL; null for `none`; undefined for any other text. */
export function parseSmtpUrl(text: string): string | null | undefined {
  if (text === 'none') return null;
  const url = new URL(text);
  const names = url.searchParams.getAll('name');
  const isNamed = names.length === 0 || (names.length === 1 && EHLO_NAME.test(names[0] ?? ''));
  return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname && !url.hash && isNamed ? text : undefined;
}

/** A language tag (BCP 47) in its canonical form, such as `pt-BR`; undefined for any other text. */
export function parseLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** A name as a quoted string, if it needs to be one (RFC 5322, section 3.2.4). */
function quoted(name: string): string {
  return /["<>@,;:\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name;
}

/**
 * An address, or a name and an address in angle brackets. The name may be a quoted string. Without quotation marks an address in it
 * is a mistake: the text is a list of senders.
 */
export function parseSender(text: string): MailSender | undefined {
  const [, given = '', bracketed, address = bracketed] = /^(?:(.*)<([^<>]+)>|([^<>]+))$/.exec(text) ?? [];
  const [, content] = /^"((?:[^"\\]|\\.)*)"$/.exec(given.trim()) ?? [];
  const name = content?.replace(/\\(.)/g, '$1') ?? given.trim();
  const fits = name === '' || (parseLine(name) !== undefined && (content !== undefined || !/\S@\S/.test(name)));
  return fits && ADDRESS.test(address ?? '') ? { name, address: address ?? '' } : undefined;
}

/** Where breached passwords are listed: a web address before 5 hexadecimal digits, or a folder with a file for each. */
export type BreachSource = { kind: 'url'; url: string } | { kind: 'folder'; path: string };

const BREACH_FORM = inProduction(
  'off, a URL with https:// before 5 hexadecimal digits, or file:/folder (default off)',
  'off, a URL with https:// before 5 hexadecimal digits, http:// of localhost, or file:/folder (default off)',
);
const MIGRATION_FORM = inProduction(
  'off, or a URL with https:// (default off)',
  'off, or a URL with https://, or http:// of localhost (default off)',
);
const MIGRATION_SECRET_FORM =
  'whsec_ and the Base64 of 24 to 64 bytes, for instance from: echo whsec_$(openssl rand -base64 32)';

/** The digits are appended to the text as it is, so it may end with a slash or with the name of a parameter. */
function parseBreachSource(text: string, mode: { NODE_ENV: string }): BreachSource | null | undefined {
  if (text === 'off') return null;
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
    return path === '' || path.startsWith('//') ? undefined : { kind: 'folder', path };
  }
  return isTlsOrLocal(text, mode) ? { kind: 'url', url: text } : undefined;
}

function parseMigrationUrl(text: string, mode: { NODE_ENV: string }): string | null | undefined {
  if (text === 'off') return null;
  return isTlsOrLocal(text, mode) ? text : undefined;
}

/** Whether a URL has https, or outside production http of this machine, without credentials and fragment. */
function isTlsOrLocal(text: string, { NODE_ENV }: { NODE_ENV: string }): boolean {
  const { protocol, username, password } = new URL(text);
  const local = protocol === 'http:' && NODE_ENV !== 'production' && isLoopback(text);
  return (protocol === 'https:' || local) && !username && !password && !text.includes('#');
}

const readMigrationSecret: Reading<string> = (read, name, { MIGRATION_URL }) => {
  const secret = read.text(name, MIGRATION_SECRET_FORM) ?? '';
  const wrong = MIGRATION_URL !== undefined || secret !== '' ? wrongWith(secret) : undefined;
  if (wrong) read.reject(name, wrong, MIGRATION_SECRET_FORM);
  return secret;
};

function wrongWith(secret: string): string | undefined {
  if (secret === '') return 'it is not set, and MIGRATION_URL needs it';
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64, 'base64').length;
  return bytes >= 24 && bytes <= 64 ? undefined : 'it has not the form of a secret of Standard Webhooks';
}

/** Emails, sign-ups, passwords, and the migration from an earlier system. */
export const EMAIL_SETTINGS = {
  SMTP_URL: {
    field: 'smtpUrl',
    read: optional(SMTP_FORM, 'none', parseSmtpUrl),
    shown: 'url',
    meaning:
      'The mail server, or `none` for no email. In development the service starts and uses a local inbox. `?name=` at its end is the name that the service gives in EHLO, in place of the full name of the machine, or of the host of `BASE_URL` if that name has no dot.',
    byDefault: 'production: `none`; otherwise the local inbox',
  },
  MAIL_FROM: {
    field: 'mailFrom',
    read: readSender,
    shown: 'text',
    meaning:
      'The sender of emails: an address, or a name and an address, such as `Acme, Inc. <no-reply@acme.example>`.',
    byDefault: '`APP_NAME <no-reply@host of BASE_URL>`',
  },
  MAIL_TEMPLATES_DIR: {
    field: 'mailTemplatesDir',
    read: textOf('the path of a folder'),
    shown: 'text',
    meaning: 'A folder with your own email templates, and with folders for languages.',
    see: 'docs/email-templates.md',
  },
  MAIL_LOCALE: {
    field: 'mailLocale',
    read: parsed('a language tag, such as en, de or pt-BR (default en)', 'en', parseLocale),
    shown: 'text',
    meaning:
      'The language of emails and pages for other readers than those of the languages of the service and of your templates; also that of the templates directly in `MAIL_TEMPLATES_DIR`.',
    see: 'docs/emails.md',
  },
  SIGNUP_EMAIL_VERIFIED: {
    field: 'signupEmailVerified',
    read: choice(['client', 'ignore'], 'client'),
    strict: 'ignore',
    meaning:
      '`client`: the service accepts `email_verified` in a create request. `ignore`: every account starts unverified.',
    see: 'docs/security/hardening.md',
  },
  PASSWORD_MIN_LENGTH: {
    field: 'passwordMinLength',
    read: integer(8, 64, 8),
    meaning:
      'The minimum length of a new password in characters. 15 is recommended where MFA is not required (NIST SP 800-63B).',
    see: 'docs/passwords.md',
  },
  PASSWORD_MIN_SCORE: {
    field: 'passwordMinScore',
    read: integer(0, 4, 1),
    strict: '2',
    asSafe: (text) => Number(text) >= 2,
    meaning: 'The minimum zxcvbn score of a new password: 0 is easy to guess, 4 is hard.',
    see: 'docs/security/hardening.md',
  },
  PASSWORD_BREACH: {
    field: 'breach.source',
    read: optional(BREACH_FORM, 'off', parseBreachSource),
    shown: 'url',
    meaning:
      'Refuses new passwords that have appeared in a data breach: an https URL to which 5 hexadecimal digits are appended, such as `https://api.pwnedpasswords.com/range/`, or a folder with the same texts (`00000.txt` to `FFFFF.txt`).',
    see: 'docs/passwords.md',
  },
  PASSWORD_BREACH_MIN: {
    field: 'breach.min',
    read: integer(1, 1_000_000_000, 1),
    meaning: 'How often a password must have appeared in breaches to be refused.',
  },
  PASSWORD_BREACH_STRICT: {
    field: 'breach.strict',
    read: toggle(['on', 'off'], 'off'),
    meaning: 'While the list is out of reach: `off` accepts new passwords, `on` refuses them with `UNAVAILABLE`.',
  },
  PASSWORD_HASH: {
    field: 'passwordHash',
    read: choice(['bcrypt', 'argon2id'], 'bcrypt'),
    strict: 'argon2id',
    meaning:
      'The algorithm of new password hashes. A sign-in replaces a hash of the other algorithm or of another cost.',
    see: 'docs/passwords.md',
  },
  BCRYPT_COST: {
    field: 'bcryptCost',
    read: integer(4, 15, 10),
    meaning: 'The work factor of bcrypt.',
  },
  BCRYPT_ENGINE: {
    field: 'bcryptEngine',
    read: choice(['auto', 'native', 'js'], 'auto'),
    meaning: '`auto`: the native bcrypt if it loads, otherwise the JavaScript one. `native` or `js`: only this one.',
  },
  ARGON2_MEMORY: {
    field: 'argon2.memory',
    read: integer(7_168, 1_048_576, 19_456),
    meaning: 'The memory of argon2id in KiB, for each hashing thread, of which there is one per core.',
    see: 'docs/passwords.md',
  },
  ARGON2_PASSES: {
    field: 'argon2.passes',
    read: integer(1, 10, 2),
    meaning: 'The number of passes of argon2id.',
    see: 'docs/passwords.md',
  },
  MIGRATION_URL: {
    field: 'migrationUrl',
    read: optional(MIGRATION_FORM, 'off', parseMigrationUrl),
    shown: 'url',
    meaning: 'The URL of an earlier system, which is asked about the password of each user who has none here.',
    see: 'docs/lazy-migration.md',
  },
  MIGRATION_SECRET: {
    field: 'migrationSecret',
    read: readMigrationSecret,
    shown: 'secret',
    meaning: 'Signs the questions. Needed with `MIGRATION_URL`.',
    see: 'docs/lazy-migration.md',
  },
  MIGRATION_TIMEOUT: {
    field: 'migrationTimeout',
    read: integer(1, 10, 3),
    meaning: 'How many seconds the earlier system may take. Each refused login takes this time longer.',
    see: 'docs/lazy-migration.md',
  },
} as const satisfies Record<string, Setting>;
