import { createHash, randomUUID } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type BreachSource, commandLine, type Env, STRICT_DEFAULTS } from '@app/config';
import { Clock } from '@app/database';
import { fromStored, type Provider, ProviderProbe, type StoredProvider, toProvider } from '@app/federation';
import { DEVICE_SECONDS } from '@app/tokens';
import { parseRange, readRange } from '@app/users';
import { readFileProviders } from '../providers/providers.service.js';
import { MigrationSource } from '../sessions/lazy-migration.js';
import { connected, type DoctorContext, type Finding, fail, ok, orOk, warn, warnIf } from './check.js';

const CURE = 'let MIGRATION_URL check the signature, and answer {"right": false} with status 200 for an unknown email';

/** Asks the earlier system about a user whom it cannot know. */
export async function earlierSystem({ env }: DoctorContext): Promise<Finding[]> {
  if (env.migration === undefined) return ok('MIGRATION_URL=off: no earlier system is asked about passwords');
  const { host } = new URL(env.migration.url);
  try {
    const { right } = await new MigrationSource(env, new Clock()).check('doctor@latchkey.invalid', randomUUID());
    return right ? fail(`${host} accepts any password`, CURE) : ok(`${host} answers; switch it off when all have come`);
  } catch (error) {
    return warn(`${host} cannot be asked: ${(error as Error).message}`, CURE);
  }
}

const ADVICE = 'advice for production, which SECURITY_PROFILE leaves to you: ';

/** Checks the rules for second factors. */
export async function factors({
  env: { production, mfa, mfaResetDelay, mailConfigured },
}: DoctorContext): Promise<Finding[]> {
  const found = `rules for second factors: MFA=${mfa}, MFA_RESET_DELAY=${mfaResetDelay}`;
  if (!production) return ok(found);
  return orOk(
    [
      ...warnIf(mfa === 'off', 'MFA=off: no user can add a second factor', `${ADVICE}MFA=optional or required`),
      ...warnIf(
        mfa !== 'off' && mfaResetDelay === 0,
        'MFA_RESET_DELAY=0: an admin token with the scope write removes a factor at once',
        `${ADVICE}MFA_RESET_DELAY=86400, so that users can stop a reset that they did not ask for`,
      ),
      ...warnIf(
        mfaResetDelay > 0 && !mailConfigured,
        'a reset of factors waits, but no email informs the user',
        'set SMTP_URL to a mail server',
      ),
    ],
    found,
  );
}

const RANGES = 16 ** 5;
const RANGE_FILE = /^[0-9A-F]{5}\.txt$/;
/** The SHA-1 digest of "password", which every list of breached passwords contains. */
const KNOWN = createHash('sha1').update('password').digest('hex').toUpperCase();
const MIB = 1_024;

/** Checks that the list of breached passwords can be read and contains a well-known one. */
export async function breachedPasswords({ env: { breach } }: DoctorContext): Promise<Finding[]> {
  const { source, strict } = breach;
  if (source === undefined) return ok('PASSWORD_BREACH=off: new passwords are not compared with breached ones');
  const found = await inspect(source);
  // Otherwise the service refuses all new passwords, or those of the missing ranges.
  return strict ? found.map((each) => (each.status === 'warn' ? { ...each, status: 'fail' } : each)) : found;
}

async function inspect(source: BreachSource): Promise<Finding[]> {
  const place = source.kind === 'url' ? new URL(source.url).host : source.path;
  const cure =
    source.kind === 'url'
      ? 'open the way to it, or correct PASSWORD_BREACH: 5 hexadecimal digits are appended to the URL'
      : 'let the official downloader of Pwned Passwords write this folder, with a file for each range';
  const missing = source.kind === 'folder' ? await missingFiles(source.path, cure) : [];
  try {
    const range = parseRange(await readRange(source, KNOWN.slice(0, 5)), 1);
    if (range.has(KNOWN.slice(5))) return orOk(missing, `${place} lists breached passwords`);
    return [...missing, ...fail(`${place} does not list the password "password", as every such list does`, cure)];
  } catch (error) {
    return [...missing, ...warn(`${place} cannot be used: ${(error as Error).message}`, cure)];
  }
}

async function missingFiles(folder: string, cure: string): Promise<Finding[]> {
  const present = new Uint8Array(RANGES);
  let count = 0;
  try {
    for await (const { name } of await opendir(folder, { bufferSize: 4_096 })) {
      if (!RANGE_FILE.test(name)) continue;
      present[Number.parseInt(name, 16)] = 1;
      count += 1;
    }
  } catch (error) {
    return warn(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code}`, cure);
  }
  if (count === RANGES) return [];
  const first = present.indexOf(0).toString(16).toUpperCase().padStart(5, '0');
  return warn(`${folder} lacks ${RANGES - count} of ${RANGES} files, the first is ${first}.txt`, cure);
}

/** Checks that the hashing threads find enough memory. */
export async function passwordHashes({ env: { passwordHash, bcryptCost, argon2 } }: DoctorContext): Promise<Finding[]> {
  if (passwordHash === 'bcrypt') return ok(`new passwords are hashed with bcrypt, cost ${bcryptCost}`);
  const threads = availableParallelism();
  const needed = Math.ceil((threads * argon2.memory) / MIB);
  const free = Math.floor(process.availableMemory() / MIB / MIB);
  const found = `new passwords are hashed with argon2id, ${argon2.memory} KiB, ${argon2.passes} passes: ${threads} threads need up to ${needed} MiB`;
  if (needed <= free) return ok(found);
  return warn(`${found}, and only ${free} MiB are free`, 'lower ARGON2_MEMORY, or provide more memory');
}

/** What a value that is weaker than `SECURITY_PROFILE=strict` leaves open. */
const OPEN: Record<string, string> = {
  LINK_CONFIRM: 'a mail scanner that follows a link uses it up, and can verify an address that its owner never saw',
  EMAIL_CHANGE: 'a user changes the email before the new mailbox has confirmed it',
  SESSION_MAX_TTL: 'a session can be refreshed for longer than 30 days after its sign-in',
  SIGNUP_EMAIL_VERIFIED:
    'any client can create an account that says email_verified for the address of another person; harmless if only your own servers call create',
  PASSWORD_MIN_SCORE: 'passwords that are easy to guess are accepted',
  PASSWORD_HASH: 'graphics cards guess passwords of a stolen database faster than with argon2id',
};

/** Names the security profile, and in production each setting that is weaker than `SECURITY_PROFILE=strict`. */
export async function profile({ env: { production, securityProfile, inForce } }: DoctorContext): Promise<Finding[]> {
  const weak = inForce.filter((setting) => setting.weak);
  const found = `SECURITY_PROFILE=${securityProfile}`;
  if (weak.length === 0)
    return ok(
      `${found}: none of the settings of this profile is weaker than strict: ${Object.keys(STRICT_DEFAULTS).join(', ')}`,
    );
  const names = weak.map(({ name, value }) => `${name}=${value}`).join(', ');
  if (!production) return ok(`${found}; weaker than strict: ${names}`);
  const forAll = securityProfile === 'strict' ? '' : ', or SECURITY_PROFILE=strict for all of these settings';
  return weak.flatMap(({ name, value }) =>
    warn(`${name}=${value}: ${OPEN[name]}`, `advice for production: ${name}=${STRICT_DEFAULTS[name]}${forAll}`),
  );
}

/** An ID token is good for this long before and after its time (clock tolerance of the service). */
const MOST_SECONDS = 30;

const COLUMNS = `id, kind, name, issuer, client_id AS "clientId", team_id AS "teamId", key_id AS "keyId", scopes, tenants,
  email_domains AS "emailDomains", sign_up AS "signUp", linking, trust_mfa AS "trustMfa", enabled`;

/** Checks that the external providers answer, and that their clocks agree with this one. Shows their redirect URIs. */
export async function providers(context: DoctorContext): Promise<Finding[]> {
  const list = await enabledProviders(context);
  if (list.length === 0) return ok('no external provider is enabled');
  const probe = ProviderProbe.standalone(context.env);
  return (await Promise.all(list.map((provider) => check(provider, probe, context.env)))).flat();
}

async function enabledProviders({ env, records, database, hasSchema }: DoctorContext): Promise<Provider[]> {
  const declared = readFileProviders(env, records).map(toProvider);
  const ids = new Set(declared.map(({ id }) => id));
  const rows = database && hasSchema ? await database.query(`SELECT ${COLUMNS} FROM providers ORDER BY id`) : [];
  const stored = rows
    .map((row) => fromStored(row as Partial<StoredProvider> as StoredProvider))
    .filter(({ id }) => !ids.has(id));
  return [...declared, ...stored].filter(({ enabled }) => enabled);
}

async function check(provider: Provider, probe: ProviderProbe, { baseUrl }: Env): Promise<Finding[]> {
  const { id } = provider;
  const { error, ahead } = await probe.probe(provider);
  if (error !== null) return fail(`${id}: ${error}`, `correct the issuer of ${id}, or reach it from this machine`);
  const redirect = `its redirect URI is ${baseUrl}/api/auth/external/${id}/callback`;
  if (ahead !== null && Math.abs(ahead) > MOST_SECONDS) {
    const found = `${id}: its clock and this one differ by ${Math.abs(ahead)} s; ${redirect}`;
    return warn(found, 'synchronise the clock of this machine: ID tokens with other times are refused');
  }
  return ok(`${id}: answers; ${redirect}`);
}

const DAY = 86_400;
/** The service removes old rows every ten minutes, but perhaps not while it is stopped. */
const LATE = DAY;
/** As far back as users see their own events. */
const OWN_EVENTS = 90 * DAY;

/** For how long each kind of row is kept, and what finds one that should be gone. */
const KEPT: [name: string, oldest: string, ttl: (env: Env) => number][] = [
  ['events', 'SELECT at FROM events WHERE at < ? LIMIT 1', ({ retention }) => retention.events],
  [
    'emails',
    `SELECT created_at FROM messages WHERE created_at < ? AND status IN ('sent', 'failed') LIMIT 1`,
    ({ retention }) => retention.emails,
  ],
  [
    'deliveries',
    `SELECT created_at FROM webhook_deliveries
      WHERE created_at < ? AND due_at < created_at + 86400 AND status IN ('sent', 'failed') LIMIT 1`,
    ({ retention }) => retention.deliveries,
  ],
  ['devices', 'SELECT last_used_at FROM devices WHERE last_used_at < ? LIMIT 1', () => DEVICE_SECONDS],
];

/** How long the service keeps what it no longer needs, and whether it removes it. */
export async function retention(context: DoctorContext): Promise<Finding[]> {
  const { env } = context;
  const findings = [...ok(periods(env)), ...policies(env)];
  const now = Math.floor(Date.now() / 1_000);
  for (const [name, oldest, ttlOf] of KEPT) {
    const ttl = ttlOf(env);
    const late = ttl === 0 ? [] : await connected(context).query(oldest, [now - ttl - LATE]);
    findings.push(
      ...warnIf(
        late.length > 0,
        `${name} are older than their setting allows`,
        'start the service, which removes them within ten minutes',
      ),
    );
  }
  return findings;
}

function periods({ retention: { events, eventAddresses, emails, deliveries } }: Env): string {
  const shorter = eventAddresses > 0 && (events === 0 || eventAddresses < events);
  const addresses = shorter ? `, their client addresses ${days(eventAddresses)}` : ' with their client addresses';
  const log = `events ${events === 0 ? 'for ever' : days(events)}${addresses}`;
  return `${log}; emails ${days(emails)}; deliveries ${days(deliveries)}; addresses of sign-ins 30 days, devices ${days(DEVICE_SECONDS)}`;
}

function policies({ retention: { events } }: Env): Finding[] {
  if (events === 0) return warn('events are kept for ever: the table grows without a limit', 'set EVENTS_TTL');
  if (events >= OWN_EVENTS) return [];
  return ok(`users see their own events of ${days(events)}, and not of 90 days`);
}

function days(seconds: number): string {
  return seconds % DAY === 0 ? `${seconds / DAY} days` : `${Math.round((seconds / DAY) * 10) / 10} days`;
}

/** The check reads the newest sessions only, so that its time does not grow with the service. */
const MOST_SESSIONS = 10_000;

const OVERDUE = `SELECT COUNT(*) AS number FROM (
    SELECT uid, acr, ended_at, expires_at, impersonator, factor_due_at, device_id FROM sessions ORDER BY session_id DESC LIMIT ${MOST_SESSIONS}
  ) AS newest JOIN users ON users.uid = newest.uid
  WHERE acr = 'aal1' AND ended_at IS NULL AND expires_at > ? AND impersonator IS NULL
    AND (? = 'required' OR (factor_due_at IS NOT NULL AND (admin_scopes <> '' OR mfa = 'required')))
    AND (mfa_due_at <= ? OR (mfa_due_at IS NULL AND ? = 0))
    AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.device_id = newest.device_id AND trusted_until > ?)`;

/** Counts sessions by one factor of users who must have a second one by now. Each ends at its next refresh. */
export async function sessions(context: DoctorContext): Promise<Finding[]> {
  const { mfa, mfaGrace } = context.env;
  if (mfa === 'off') return ok('MFA=off: no session needs a second factor');
  const now = Math.floor(Date.now() / 1_000);
  const [row] = await connected(context).query(OVERDUE, [now, mfa, now, mfaGrace, now]);
  const number = Number(row?.number);
  if (number === 0)
    return ok(`of the newest ${MOST_SESSIONS} sessions, none lacks a second factor that its user must have by now`);
  return warn(
    `of the newest ${MOST_SESSIONS} sessions, this many lack a second factor that their users must have by now: ${number}`,
    'wait: each ends at its next refresh; or end the sessions of a user: DELETE /api/admin/users/{uid}/sessions',
  );
}

/** The accounts without a password at which a run looks: there may be millions, which sign in by a provider. */
const MOST_ACCOUNTS = 10_000;
const MOST_NAMED = 3;

/** Names active accounts with neither a password nor another way in, as an import may leave them. */
export async function waysIn(context: DoctorContext): Promise<Finding[]> {
  const { mailConfigured, migration } = context.env;
  if (mailConfigured)
    return ok('accounts without a password can sign in by a link or code in an email, since there is a mail server');
  if (migration)
    return ok('accounts without a password can sign in with that of the earlier system, which MIGRATION_URL asks');
  const uids = await accountsWithoutWayIn(context);
  if (uids.length === 0) return ok('each active account has a password, a passkey or an external identity');
  const more = uids.length > MOST_NAMED ? ` and ${uids.length - MOST_NAMED} more` : '';
  const named = uids.slice(0, MOST_NAMED).join(', ') + more;
  return warn(
    `accounts that cannot sign in, without password, passkey, external identity or a mail server for a link: ${named}`,
    `set SMTP_URL, so that they sign in by a magic link or a reset; or for each of them: ${commandLine('user set-password UID')}`,
  );
}

/** The index of the hashes finds accounts without one. */
async function accountsWithoutWayIn(context: DoctorContext): Promise<string[]> {
  const providers = (await enabledProviders(context)).map(({ id }) => id);
  const ofProviders = providers.length === 0 ? '1 = 0' : `provider_id IN (${providers.map(() => '?').join(', ')})`;
  const rows = await connected(context).query(
    `SELECT uid FROM (SELECT uid, active FROM users WHERE hash_steps IS NULL LIMIT ${MOST_ACCOUNTS}) AS found
      WHERE active = TRUE
        AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.uid = found.uid)
        AND NOT EXISTS (SELECT 1 FROM identities WHERE identities.uid = found.uid AND ${ofProviders})
      ORDER BY uid`,
    providers,
  );
  return rows.map(({ uid }) => String(uid));
}

const HOUR = 3_600;

/** Webhooks that the service has disabled, and those that fail for an hour or more. */
export async function webhooks(context: DoctorContext): Promise<Finding[]> {
  const now = Math.floor(Date.now() / 1_000);
  const rows = await connected(context).query('SELECT webhook_id, active, disabled_at, failing_since FROM webhooks');
  const ids = (which: typeof rows) => which.map(({ webhook_id }) => webhook_id).join(', ');
  const disabled = rows.filter(({ disabled_at }) => disabled_at !== null);
  const failing = rows.filter(({ active, failing_since }) => {
    return Boolean(active) && failing_since !== null && Number(failing_since) <= now - HOUR;
  });
  const findings = [
    ...warnIf(
      disabled.length > 0,
      `webhooks that the service has disabled because of failures: ${ids(disabled)}`,
      commandLine('webhook update ID --active true'),
    ),
    ...warnIf(
      failing.length > 0,
      `webhooks that fail for an hour or longer: ${ids(failing)}`,
      commandLine('webhook test ID'),
    ),
  ];
  if (rows.length === 0) return ok('there are no webhooks');
  return orOk(findings, `webhooks: ${rows.length}; none is disabled because of failures, or fails for an hour`);
}
