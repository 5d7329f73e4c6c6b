import { commandLine, type Env, SecretBox, SettingsError } from '@app/config';
import type { Row } from '@app/database';
import { pingRedis } from '@app/limits';
import { EmailWriter, ehloName, isInboxInstalled } from '@app/mail';
import { activeKey, KEY_SEAL } from '@app/tokens';
import { createTransport } from 'nodemailer';
import { connected, type DoctorContext, type Finding, fail, ok, orOk, warn, warnIf } from './check.js';

const DAY = 86_400;
const SOON = 14 * DAY;
const UNUSED_TOKEN = 30 * DAY;
/** The makers of tokens that a start makes. */
const OF_A_START = ['env', 'system', 'console'];

export async function adminTokens(context: DoctorContext): Promise<Finding[]> {
  const now = Math.floor(Date.now() / 1_000);
  const rows = await connected(context).query(
    'SELECT name, created_by, created_at, expires_at, last_used_at FROM admin_tokens ' +
      'WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
    [now],
  );
  const { production } = context.env;
  if (rows.length === 0 && production) {
    return warn('there is no valid admin token', commandLine('admin-token create NAME --scopes read,write'));
  }
  const fine = `valid admin tokens: ${rows.length}; none expires within ${SOON / DAY} days or is unused`;
  return orOk(complaints(rows, now), fine);
}

function complaints(rows: Record<string, unknown>[], now: number): Finding[] {
  const about = (found: string, cure: string, wrong: (row: Record<string, unknown>) => boolean): Finding[] => {
    const names = rows.filter(wrong).map(({ name }) => `"${name}"`);
    return warnIf(names.length > 0, `admin tokens that ${found}: ${names.join(', ')}`, cure);
  };
  return [
    ...about(
      `expire within ${SOON / DAY} days`,
      'make new ones before',
      ({ expires_at }) => expires_at !== null && Number(expires_at) < now + SOON,
    ),
    ...about(
      `were never used in ${UNUSED_TOKEN / DAY} days`,
      commandLine('admin-token revoke ID'),
      ({ created_at, last_used_at }) => last_used_at === null && Number(created_at) < now - UNUSED_TOKEN,
    ),
    ...about(
      'never expire',
      'replace them by tokens with --expires-in',
      ({ expires_at, created_by }) => expires_at === null && !OF_A_START.includes(String(created_by)),
    ),
  ];
}

/** Counts users with admin scopes who cannot use them. */
export async function administrators(context: DoctorContext): Promise<Finding[]> {
  const { number, resting } = await countAdministrators((sql) => connected(context).query(sql), context.env);
  if (resting === 0)
    return ok(
      number === 0
        ? 'no user has admin scopes'
        : `all users with admin scopes (${number}) have a second factor and a proved address, and can use them`,
    );
  return warn(
    `users with admin scopes who cannot use them, without a second factor or a proved address: ${resting}`,
    `let them confirm the email and add a second factor, or take the scopes: ${commandLine('user set-admin-scopes UID none')}`,
  );
}

const OLD_DAYS = 180;

/** Checks that `AUTH_SECRET` decrypts the signing keys, and the age of the active key. */
export async function keys(context: DoctorContext): Promise<Finding[]> {
  const rows = await connected(context).query('SELECT kid, private_sealed, created_at, activates_at FROM signing_keys');
  if (rows.length === 0) return ok('there are no signing keys of access tokens yet: the first start makes one');
  const cure =
    'set AUTH_SECRET to the secret that they were created with; while replacing it, the old one in AUTH_SECRET_PREVIOUS';
  if (!context.secretKnown)
    return fail('AUTH_SECRET is not set, which decrypts the signing keys of access tokens', cure);
  const box = new SecretBox(context.env, KEY_SEAL);
  const closed = rows.filter(({ kid, private_sealed }) => !box.open(String(private_sealed), String(kid)));
  if (closed.length > 0)
    return fail(`AUTH_SECRET does not decrypt ${closed.length} of ${rows.length} signing keys of access tokens`, cure);
  const now = Date.now() / 1_000;
  const times = rows.map(({ kid, created_at, activates_at }) => ({
    kid: String(kid),
    createdAt: Number(created_at),
    activatesAt: activates_at === null ? null : Number(activates_at),
  }));
  // With a wrong clock no key may be active yet; the check of the clock reports that.
  const days = Math.max(0, Math.floor((now - activeKey(times, now).activatesAt) / DAY));
  const found = `AUTH_SECRET decrypts all signing keys of access tokens; the active key is ${days} days old`;
  return days > OLD_DAYS ? warn(found, commandLine('keys rotate')) : ok(found);
}

const UNUSED = 90 * DAY;

/** Clients and API keys that are near their end, or that no program uses. */
export async function machines(context: DoctorContext): Promise<Finding[]> {
  const database = connected(context);
  const now = Math.floor(Date.now() / 1_000);
  const clients = await database.query(
    `SELECT client_id, name, created_at, expires_at, last_used_at FROM clients
      WHERE active AND (expires_at IS NULL OR expires_at > ?)`,
    [now],
  );
  const secrets = await database.query(
    'SELECT client_id, secret_id FROM client_secrets WHERE COALESCE(last_used_at, created_at) < ?',
    [now - UNUSED],
  );
  const [keys] = await database.query(
    'SELECT COUNT(*) AS number FROM api_keys WHERE expires_at > ? AND COALESCE(last_used_at, created_at) < ?',
    [now, now - UNUSED],
  );
  const unused = Number(keys?.number);
  const findings = [
    ...ofClients(clients, now),
    ...ofSecrets(secrets, clients),
    ...warnIf(
      unused > 0,
      `API keys of users that were not used for ${UNUSED / DAY} days: ${unused}`,
      commandLine('api-key list'),
    ),
  ];
  return orOk(
    findings,
    `clients: ${clients.length}; none expires within ${SOON / DAY} days; no client, secret or API key was unused for ${UNUSED / DAY} days`,
  );
}

type Rows = Record<string, unknown>[];

function ofClients(clients: Rows, now: number): Finding[] {
  const named = (which: Rows) => which.map(({ name }) => `"${name}"`).join(', ');
  const ending = clients.filter(({ expires_at: end }) => end !== null && Number(end) < now + SOON);
  const unused = clients.filter(
    ({ created_at: created, last_used_at: used }) => Number(used ?? created) < now - UNUSED,
  );
  return [
    ...warnIf(
      ending.length > 0,
      `clients that expire within ${SOON / DAY} days: ${named(ending)}`,
      commandLine('client update ID --expires-at EPOCH'),
    ),
    ...warnIf(
      unused.length > 0,
      `clients that were not used for ${UNUSED / DAY} days: ${named(unused)}`,
      commandLine('client delete ID'),
    ),
  ];
}

/** Of a client that is used: another secret is the one in use. */
function ofSecrets(secrets: Rows, clients: Rows): Finding[] {
  const used = secrets.filter(({ client_id: id }) => clients.some(({ client_id }) => client_id === id));
  const ids = used.map(({ secret_id }) => secret_id).join(', ');
  return warnIf(
    used.length > 0,
    `secrets of clients that were not used for ${UNUSED / DAY} days: ${ids}`,
    commandLine('client delete-secret ID SECRET'),
  );
}

const TIMEOUT_MS = 4_000;

/** Connects and signs in to the mail server without sending an email. */
export async function mail({ env }: DoctorContext): Promise<Finding[]> {
  return env.smtpUrl === undefined
    ? withoutMail(env)
    : [...(await connectTo(env.smtpUrl, ehloName(env))), ...sender(env)];
}

function sender({ production, mailFrom: { address } }: DoctorContext['env']): Finding[] {
  return warnIf(
    production && /[@.]localhost$/i.test(address),
    `emails are sent from ${address}, which receivers refuse`,
    'set MAIL_FROM to an address of your domain',
  );
}

/** Renders every email, like the start of the service. */
export async function emails({ env }: DoctorContext): Promise<Finding[]> {
  try {
    await new EmailWriter(env).check();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.flatMap(({ variable, wrong }) =>
      fail(`${variable}: ${wrong}`, 'correct it: see docs/email-templates.md'),
    );
  }
  return ok(
    env.mailTemplatesDir ? `the templates in ${env.mailTemplatesDir} can be used` : 'the built-in templates are used',
  );
}

function withoutMail({ production, wantsInbox }: DoctorContext['env']): Finding[] {
  if (wantsInbox && isInboxInstalled()) return ok('no SMTP_URL: the service starts a local inbox');
  const found = 'no mail server: verify-email, magic-link and reset-password answer EMAIL_NOT_CONFIGURED';
  if (wantsInbox) return warn(found, 'set SMTP_URL to a mail server, or install maildev for a local inbox');
  return production ? warn(found, 'set SMTP_URL to a mail server') : ok(found);
}

async function connectTo(smtpUrl: string, name: string): Promise<Finding[]> {
  const url = new URL(smtpUrl);
  const place = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, dnsTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, name, ...timeouts, socketTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
    return ok(`the mail server ${place} answers${url.username ? ', and accepts user and password' : ''}`);
  } catch (error) {
    return smtpFailure(place, name, error as SmtpError);
  } finally {
    transport.close();
  }
}

type SmtpError = NodeJS.ErrnoException & { responseCode?: number; command?: string };

/** Without the text of the server, which may repeat the password. */
function smtpFailure(place: string, name: string, error: SmtpError): Finding[] {
  const reason = [error.code, error.responseCode].filter(Boolean).join(' ') || 'unknown';
  if (
    ['EHLO', 'HELO'].includes(error.command ?? '') &&
    error.responseCode !== undefined &&
    error.responseCode !== 421
  ) {
    return fail(
      `${place} answers, and refuses the name "${name}" that the service gives in EHLO (${reason})`,
      'add ?name= with a full host name to SMTP_URL: ?name=auth.example.com',
    );
  }
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return fail(`${place} refuses user and password (${reason})`, 'correct them in SMTP_URL');
    case 'ETLS':
      return fail(
        `${place} cannot encrypt (${reason})`,
        'smtps:// for port 465, smtp:// for 587; mind its certificate',
      );
    case 'EDNS':
    case 'ENOTFOUND':
      return fail(`${place}: there is no such host (${reason})`, 'correct the host in SMTP_URL');
    default:
      return fail(
        `${place} does not accept a connection (${cause(error) ?? reason})`,
        'start it, open the way to it, or correct host and port in SMTP_URL',
      );
  }
}

/** The system error in a message, such as `ECONNREFUSED`. */
function cause({ message }: Error): string | undefined {
  return /\bE[A-Z]{4,}\b/.exec(message)?.[0];
}

/** Checks that the service reaches the Redis in which replicas share their limits. */
export async function redis({ env: { redisUrl, rateLimit } }: DoctorContext): Promise<Finding[]> {
  if (redisUrl === undefined) return ok('REDIS_URL=none: each process counts its limits alone');
  if (!rateLimit) return ok('REDIS_URL is not used with RATE_LIMIT=off');
  const { host } = new URL(redisUrl);
  try {
    await pingRedis(redisUrl);
    return ok(`${host} answers: replicas share their limits`);
  } catch (error) {
    // Messages of the server contain the user at most, never the password.
    return warn(
      `${host} cannot be used (${(error as Error).message}): each process counts its limits alone`,
      'start it, open the way to it, or correct REDIS_URL',
    );
  }
}

/** A factor that makes sign-ins need one, where it is demanded: of users with admin scopes it always is. */
const HAS_FACTOR = `EXISTS (SELECT 1 FROM totp_factors WHERE totp_factors.uid = users.uid AND confirmed_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.uid = users.uid)`;

const countBy = (needsFactor: string) => `SELECT COUNT(*) AS number,
    SUM(CASE WHEN email_proved = TRUE AND (${needsFactor}) THEN 0 ELSE 1 END) AS resting
  FROM users WHERE list_admin = TRUE`;

/**
 * How many users have admin scopes, and of how many these rest, since there is no factor or no proved address: for many users what
 * `FactorMethods.needsFactor()` says of one.
 */
export async function countAdministrators(
  select: (statement: string) => Promise<Row[]>,
  { mfa }: Pick<Env, 'mfa'>,
): Promise<{ number: number; resting: number }> {
  const [row] = await select(countBy(mfa === 'off' ? 'mfa_enabled = TRUE' : `mfa_enabled = TRUE OR ${HAS_FACTOR}`));
  return { number: Number(row?.number), resting: Number(row?.resting ?? 0) };
}
