import { setTimeout as sleep } from 'node:timers/promises';
import { inspectEnv } from '@app/config';
import type { Command } from 'commander';
import { addCommand, type OutputOptions, plain, print } from '../output.js';
import { type Check, type Finding, fail, type Patient, skip } from './check.js';
import { adminTokens } from './checks/admin-tokens.js';
import { baseUrl } from './checks/base-url.js';
import { clock } from './checks/clock.js';
import { connect, latency, version } from './checks/database.js';
import { keys } from './checks/keys.js';
import { mail } from './checks/mail.js';
import { linkPage, signUpClaims } from './checks/proof.js';
import { proxies } from './checks/proxies.js';
import { redirects } from './checks/redirects.js';
import { columns, migrations } from './checks/schema.js';
import { files } from './checks/sqlite-file.js';

const LIMIT_MS = 6_000;

/** In the order of the report. The settings and the connection come before all of them. */
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
  redirects,
  linkPage,
  signUpClaims,
  baseUrl,
  proxies,
];

const ABOUT = `
Each line says ok, warn, fail, or skip for what could not be looked at, then what was found and, behind a dash, the
cure. Nothing is changed, and no secret is shown. Exit codes: 0 nothing fails, 1 something fails, 2 wrong usage.`;

interface Line extends Finding {
  name: string;
}

export function addDoctor(program: Command): void {
  addCommand(program, 'doctor', 'check the settings and all that the service depends on')
    .addHelpText('after', ABOUT)
    .action(doctor);
}

async function doctor(options: OutputOptions): Promise<void> {
  const lines = await examine();
  const healthy = lines.every(({ status }) => status !== 'fail');
  print({ healthy, checks: lines }, options, () => lines.map(inWords));
  if (!healthy) process.exitCode = 1;
}

async function examine(): Promise<Line[]> {
  const inspection = inspectEnv();
  const patient: Patient = { ...inspection, hasSchema: false };
  const lines = settings(patient);
  lines.push(...(await perform(connect, patient)));
  // One after the other: a check that is slow must not make another look slow.
  for (const check of CHECKS) lines.push(...(await perform(check, patient)));
  await Promise.race([patient.database?.close(), sleep(LIMIT_MS, undefined, { ref: false })]).catch(() => undefined);
  return lines;
}

function settings({ env, problems, nodeEnvSet }: Patient): Line[] {
  const name = 'settings';
  const mode = nodeEnvSet ? env.nodeEnv : `${env.nodeEnv} (NODE_ENV is unset)`;
  if (problems.length === 0) return [{ name, status: 'ok', found: `can be used, for ${mode}` }];
  return problems.map(({ variable, wrong, allowed }) => {
    return { name, status: 'fail', found: `${variable}: ${wrong}`, cure: `set it to ${allowed}` };
  });
}

async function perform(check: Check, patient: Patient): Promise<Line[]> {
  const findings = missing(check, patient) ?? (await Promise.race([attempt(check, patient), tooLong()]));
  return findings.map((finding) => ({ name: check.name, ...finding }));
}

function missing({ needs, settings = [] }: Check, { problems, database, hasSchema }: Patient): Finding[] | undefined {
  const wrong = problems.find(({ variable }) => settings.includes(variable));
  if (wrong) return skip(`${wrong.variable} cannot be used`);
  if (needs && !database) return skip('no database was reached');
  return needs === 'schema' && !hasSchema ? skip('the database has no tables of ours yet') : undefined;
}

async function attempt(check: Check, patient: Patient): Promise<Finding[]> {
  try {
    return await check.run(patient);
  } catch (error) {
    return fail(`could not be checked: ${(error as Error).message}`);
  }
}

async function tooLong(): Promise<Finding[]> {
  await sleep(LIMIT_MS, undefined, { ref: false });
  return fail(`no answer within ${LIMIT_MS / 1_000} s`, 'see whether it hangs, or is cut off by a firewall');
}

function inWords({ status, name, found, cure }: Line): string {
  return `${status.padEnd(4)}  ${name.padEnd(12)}  ${plain(found)}${cure ? ` — ${plain(cure)}` : ''}`;
}
