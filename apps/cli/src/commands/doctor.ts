import { inspectEnv } from '@app/config';
import { type CheckResult, runChecks } from '@app/flows';
import type { Command } from 'commander';
import { RECORDS } from '../../../api/src/admin/records.dto.js';
import { announceDatabase } from '../terminal/errors.js';
import { addCommand, type OutputOptions, plain, print } from '../terminal/output.js';

const HELP = `
Each line has ok, warn, fail, or skip for a check that could not run, then what was found and, after a dash, how to
correct it. The last line counts them. Nothing is changed, and no secret is shown. Exit codes: 0 nothing fails,
1 something fails, 2 wrong usage.`;

/** As wide as the longest name of a check. */
const NAME_WIDTH = 14;

export function addDoctor(program: Command): void {
  addCommand(program, 'doctor', 'check the settings and all that the service depends on')
    .addHelpText('after', HELP)
    .action(doctor);
}

async function doctor(options: OutputOptions): Promise<void> {
  const inspection = inspectEnv();
  const { env, problems } = inspection;
  if (problems.every(({ variable }) => variable !== 'DATABASE_URL')) announceDatabase(env.database);
  const checks = await runChecks(inspection, RECORDS);
  const healthy = checks.every(({ status }) => status !== 'fail');
  print({ healthy, checks }, options, () => [...checks.map(toText), summary(checks)]);
  if (!healthy) process.exitCode = 1;
}

function toText({ status, name, found, cure }: CheckResult): string {
  return `${status.padEnd(4)}  ${name.padEnd(NAME_WIDTH)}  ${plain(found)}${cure ? ` — ${plain(cure)}` : ''}`;
}

/** Such as `40 checks: 37 ok, 1 warning, 0 failures, 2 skipped`. */
function summary(checks: CheckResult[]): string {
  const count = (wanted: CheckResult['status']) => checks.filter(({ status }) => status === wanted).length;
  const [warnings, failures, skipped] = [count('warn'), count('fail'), count('skip')];
  return [
    `${checks.length} checks: ${count('ok')} ok`,
    `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    `${failures} ${failures === 1 ? 'failure' : 'failures'}`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}
