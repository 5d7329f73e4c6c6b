import { setTimeout as sleep } from 'node:timers/promises';
import { inspectEnv } from '@app/config';
import type { Command } from 'commander';
import { type Check, type DoctorContext, type Finding, fail, skip } from '../doctor/check.js';
import { adminTokens } from '../doctor/checks/admin-tokens.js';
import { baseUrl } from '../doctor/checks/base-url.js';
import { connect } from '../doctor/checks/database.js';
import { clock, latency, version } from '../doctor/checks/database-server.js';
import { keys } from '../doctor/checks/keys.js';
import { linkPage, redirects, signUpClaims } from '../doctor/checks/links.js';
import { letters, mail } from '../doctor/checks/mail.js';
import { factors } from '../doctor/checks/policies/factors.js';
import { migration } from '../doctor/checks/policies/migration.js';
import { breachedPasswords, passwordHashes } from '../doctor/checks/policies/passwords.js';
import { providers } from '../doctor/checks/policies/providers.js';
import { webhooks } from '../doctor/checks/policies/webhooks.js';
import { proxies } from '../doctor/checks/proxies.js';
import { columns, migrations } from '../doctor/checks/schema.js';
import { files } from '../doctor/checks/sqlite-file.js';
import { relatedOrigins } from '../doctor/related-origins.js';
import { announceDatabase } from '../terminal/database-line.js';
import { addCommand, type OutputOptions, plain, print } from '../terminal/output.js';

const TIMEOUT_MS = 6_000;

/** In the order of the report, after the settings and the connection. */
const CHECKS: Check[] = [
  version,
  latency,
  clock,
  files,
  migrations,
  columns,
  keys,
  adminTokens,
  mail,
  letters,
  redirects,
  linkPage,
  signUpClaims,
  factors,
  providers,
  breachedPasswords,
  passwordHashes,
  migration,
  webhooks,
  baseUrl,
  relatedOrigins,
  proxies,
];

const HELP = `
Each line has ok, warn, fail, or skip for a check that could not run, then what was found and, after a dash, how to
correct it. Nothing is changed, and no secret is shown. Exit codes: 0 nothing fails, 1 something fails, 2 wrong usage.`;

interface Line extends Finding {
  name: string;
}

export function addDoctor(program: Command): void {
  addCommand(program, 'doctor', 'check the settings and all that the service depends on')
    .addHelpText('after', HELP)
    .action(doctor);
}

async function doctor(options: OutputOptions): Promise<void> {
  const lines = await runChecks();
  const healthy = lines.every(({ status }) => status !== 'fail');
  print({ healthy, checks: lines }, options, () => lines.map(toText));
  if (!healthy) process.exitCode = 1;
}

async function runChecks(): Promise<Line[]> {
  const inspection = inspectEnv();
  const context: DoctorContext = { ...inspection, hasSchema: false };
  if (context.problems.every(({ variable }) => variable !== 'DATABASE_URL')) announceDatabase(context.env.database);
  const lines = settings(context);
  lines.push(...(await runOrSkip(connect, context)));
  // One after the other, so that a slow check does not affect the measured times of others.
  for (const check of CHECKS) lines.push(...(await runOrSkip(check, context)));
  await Promise.race([context.database?.close(), sleep(TIMEOUT_MS, undefined, { ref: false })]).catch(() => undefined);
  return lines;
}

function settings({ env, problems, nodeEnvSet, misspelt }: DoctorContext): Line[] {
  const name = 'settings';
  const mode = nodeEnvSet ? env.nodeEnv : `${env.nodeEnv} (NODE_ENV is unset)`;
  const unknown = misspelt.map(({ variable, setting }): Line => {
    return { name, status: 'warn', found: `${variable} has no effect`, cure: `rename it to ${setting}` };
  });
  if (problems.length === 0) return [{ name, status: 'ok', found: `can be used, for ${mode}` }, ...unknown];
  const wrong = problems.map(({ variable, wrong, allowed }): Line => {
    return { name, status: 'fail', found: `${variable}: ${wrong}`, cure: `set it to ${allowed}` };
  });
  return [...wrong, ...unknown];
}

async function runOrSkip(check: Check, context: DoctorContext): Promise<Line[]> {
  const findings = reasonToSkip(check, context) ?? (await Promise.race([runCheck(check, context), timeOut()]));
  return findings.map((finding) => ({ name: check.name, ...finding }));
}

function reasonToSkip(
  { needs, settings = [] }: Check,
  { problems, database, hasSchema }: DoctorContext,
): Finding[] | undefined {
  const wrong = problems.find(({ variable }) => settings.includes(variable));
  if (wrong) return skip(`${wrong.variable} cannot be used`);
  if (needs && !database) return skip('no database was reached');
  return needs === 'schema' && !hasSchema ? skip('the database has no tables of ours yet') : undefined;
}

async function runCheck(check: Check, context: DoctorContext): Promise<Finding[]> {
  try {
    return await check.run(context);
  } catch (error) {
    return fail(`could not be checked: ${(error as Error).message}`);
  }
}

async function timeOut(): Promise<Finding[]> {
  await sleep(TIMEOUT_MS, undefined, { ref: false });
  return fail(`no answer within ${TIMEOUT_MS / 1_000} s`, 'see whether it hangs, or is cut off by a firewall');
}

function toText({ status, name, found, cure }: Line): string {
  return `${status.padEnd(4)}  ${name.padEnd(12)}  ${plain(found)}${cure ? ` — ${plain(cure)}` : ''}`;
}
