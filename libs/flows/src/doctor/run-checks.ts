import { setTimeout as sleep } from 'node:timers/promises';
import { Env, type Inspection, inspectEnv } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { RecordReader } from '../input/records.js';
import { type Check, type DoctorContext, type Finding, fail, skip } from './check.js';
import { clock, cluster, columns, connect, files, latency, migrations, version, writes } from './database-checks.js';
import { mailedLinks, redirects } from './link-checks.js';
import {
  breachedPasswords,
  earlierSystem,
  factors,
  passwordHashes,
  profile,
  providers,
  retention,
  sessions,
  waysIn,
  webhooks,
} from './policy-checks.js';
import { administrators, adminTokens, emails, keys, machines, mail, redis } from './service-checks.js';
import {
  baseUrl,
  branding,
  consolePages,
  metrics,
  port,
  proxies,
  relatedOrigins,
  sessionCookies,
} from './web-checks.js';

const TIMEOUT_MS = 6_000;

/** In the order of the report, after the settings. The first one connects to the database for the others. */
const CHECKS: Check[] = [
  { name: 'database', settings: ['DATABASE_URL'], run: connect },
  { name: 'version', needs: 'database', run: version },
  { name: 'latency', needs: 'database', run: latency },
  { name: 'clock', needs: 'database', run: clock },
  { name: 'cluster', needs: 'database', run: cluster },
  { name: 'files', settings: ['DATABASE_URL'], run: files },
  { name: 'migrations', needs: 'database', run: migrations },
  { name: 'columns', needs: 'schema', run: columns },
  { name: 'writes', needs: 'schema', settings: ['DATABASE_URL'], run: writes },
  { name: 'keys', needs: 'schema', settings: ['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS'], run: keys },
  { name: 'admin tokens', needs: 'schema', run: adminTokens },
  { name: 'admins', needs: 'schema', run: administrators },
  { name: 'mail', settings: ['SMTP_URL'], run: mail },
  { name: 'emails', settings: ['MAIL_LOCALE'], run: emails },
  { name: 'redirects', settings: ['REDIRECT_ALLOWLIST', 'APP_URL', 'COOKIE_ORIGINS', 'CORS_ORIGINS'], run: redirects },
  { name: 'profile', run: profile },
  { name: 'factors', settings: ['MFA', 'MFA_RESET_DELAY', 'SMTP_URL'], run: factors },
  { name: 'sessions', needs: 'schema', settings: ['MFA', 'MFA_GRACE'], run: sessions },
  { name: 'providers', settings: ['PROVIDERS_FILE'], run: providers },
  {
    name: 'breaches',
    settings: ['PASSWORD_BREACH', 'PASSWORD_BREACH_MIN', 'PASSWORD_BREACH_STRICT', 'NODE_ENV'],
    run: breachedPasswords,
  },
  { name: 'hashes', settings: ['PASSWORD_HASH', 'BCRYPT_COST', 'ARGON2_MEMORY', 'ARGON2_PASSES'], run: passwordHashes },
  {
    name: 'earlier system',
    settings: ['MIGRATION_URL', 'MIGRATION_SECRET', 'MIGRATION_TIMEOUT', 'WEBHOOK_NETWORKS', 'NODE_ENV'],
    run: earlierSystem,
  },
  { name: 'ways in', needs: 'schema', settings: ['SMTP_URL', 'MIGRATION_URL', 'PROVIDERS_FILE'], run: waysIn },
  { name: 'webhooks', needs: 'schema', run: webhooks },
  { name: 'machines', needs: 'schema', run: machines },
  {
    name: 'retention',
    needs: 'schema',
    settings: ['EVENTS_TTL', 'EVENT_ADDRESSES_TTL', 'EMAILS_TTL', 'DELIVERIES_TTL'],
    run: retention,
  },
  { name: 'redis', settings: ['REDIS_URL'], run: redis },
  { name: 'port', settings: ['PORT', 'HOST', 'BASE_URL'], run: port },
  { name: 'base url', settings: ['BASE_URL', 'PORT', 'NODE_ENV'], run: baseUrl },
  {
    name: 'links',
    settings: ['BASE_URL', 'APP_URL', 'HOSTED_PAGES', 'SMTP_URL', 'PORT', 'NODE_ENV'],
    run: mailedLinks,
  },
  { name: 'console', settings: ['CONSOLE', 'BASE_URL', 'PORT', 'NODE_ENV'], run: consolePages },
  { name: 'branding', settings: ['BRANDING_DIR'], run: branding },
  {
    name: 'cookies',
    settings: ['COOKIE_ORIGINS', 'CORS_ORIGINS', 'REDIRECT_ALLOWLIST', 'APP_URL', 'BASE_URL', 'PORT', 'NODE_ENV'],
    run: sessionCookies,
  },
  {
    name: 'passkeys',
    settings: ['PASSKEY_RP_ID', 'PASSKEY_ORIGINS', 'HOSTED_PAGES', 'APP_URL', 'BASE_URL', 'PORT', 'NODE_ENV'],
    run: relatedOrigins,
  },
  { name: 'proxies', settings: ['TRUST_PROXY', 'BASE_URL', 'PORT'], run: proxies },
  { name: 'metrics', settings: ['METRICS_PORT', 'PORT', 'BASE_URL'], run: metrics },
];

/** A finding, with the name of its check. */
export interface CheckResult extends Finding {
  name: string;
}

/**
 * Checks the settings and all that the service depends on, and changes nothing. Each check has a time limit.
 * @param allMs the limit for all checks together, after which the rest is skipped
 */
export async function runChecks(
  inspection: Inspection,
  records: RecordReader,
  allMs = Number.POSITIVE_INFINITY,
): Promise<CheckResult[]> {
  const context: DoctorContext = { ...inspection, records, hasSchema: false };
  const end = Date.now() + allMs;
  const results = settings(context);
  // One after the other, so that a slow check does not affect the measured times of others.
  for (const check of CHECKS) results.push(...(await runOrSkip(check, context, end - Date.now())));
  await Promise.race([disconnect(context), pause(TIMEOUT_MS)]);
  return results;
}

function settings({ env, problems, nodeEnvSet, misspelt }: DoctorContext): CheckResult[] {
  const name = 'settings';
  const mode = nodeEnvSet ? env.nodeEnv : `${env.nodeEnv} (NODE_ENV is unset)`;
  const unknown = misspelt.map(({ variable, setting }): CheckResult => {
    return { name, status: 'warn', found: `${variable} has no effect`, cure: `rename it to ${setting}` };
  });
  if (problems.length === 0) return [{ name, status: 'ok', found: `all can be used; the mode is ${mode}` }, ...unknown];
  const wrong = problems.map(({ variable, wrong, allowed }): CheckResult => {
    return { name, status: 'fail', found: `${variable}: ${wrong}`, cure: `set it to ${allowed}` };
  });
  return [...wrong, ...unknown];
}

async function runOrSkip(check: Check, context: DoctorContext, leftMs: number): Promise<CheckResult[]> {
  const findings = reasonToSkip(check, context, leftMs) ?? (await runInTime(check, context));
  return findings.map((finding) => ({ name: check.name, ...finding }));
}

function reasonToSkip(
  { needs, settings = [] }: Check,
  { problems, database, hasSchema }: DoctorContext,
  leftMs: number,
): Finding[] | undefined {
  const wrong = problems.find(({ variable }) => settings.includes(variable));
  if (wrong) return skip(`${wrong.variable} cannot be used`);
  if (leftMs <= 0) return skip('the checks before it took all the time');
  if (needs && !database) return skip('no database was reached');
  return needs === 'schema' && !hasSchema ? skip('the database has no tables of this program') : undefined;
}

async function runInTime(check: Check, context: DoctorContext): Promise<Finding[]> {
  const slow = fail(`no answer within ${TIMEOUT_MS / 1_000} s`, 'see whether it hangs, or is cut off by a firewall');
  return Promise.race([runCheck(check, context), pause(TIMEOUT_MS).then(() => slow)]);
}

async function runCheck(check: Check, context: DoctorContext): Promise<Finding[]> {
  try {
    return await check.run(context);
  } catch (error) {
    return fail(`could not be checked: ${(error as Error).message}`);
  }
}

/** Also when the connection comes after its time limit: otherwise each run would leave one behind. */
async function disconnect({ connecting }: DoctorContext): Promise<void> {
  const database = await connecting?.catch(() => undefined);
  await database?.close().catch(() => undefined);
}

function pause(milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { ref: false });
}

/** Shorter than proxies usually wait for an answer. */
const ALL_MS = 20_000;
/** So that many readers cause no more calls of the mail server and of others than one. */
const KEEP_SECONDS = 10;

/** The results of all checks. */
export interface Report {
  at: number;
  results: CheckResult[];
}

/** Runs the checks of `latchkey doctor` in the service, one run at a time. Requests share a run, and its report for some seconds. */
@Injectable()
export class ChecksService {
  private running: Promise<Report> | undefined;
  private newest: Report | undefined;

  constructor(
    private readonly env: Env,
    private readonly records: RecordReader,
    private readonly clock: Clock,
  ) {}

  async report(): Promise<Report> {
    if (this.newest && Math.abs(this.clock.now() - this.newest.at) < KEEP_SECONDS) return this.newest;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async run(): Promise<Report> {
    const { nodeEnvSet, misspelt } = inspectEnv();
    // The settings with which the service has started, also if the environment or a file has changed since.
    const inspection = { env: this.env, problems: [], secretKnown: true, nodeEnvSet, misspelt };
    const results = await runChecks(inspection, this.records, ALL_MS);
    this.newest = { at: this.clock.now(), results };
    return this.newest;
  }
}
