import type { Cli, Outcome } from './cli.js';
import type { Settings } from './service.js';

const WORDS = ['doctor', '--json'];

/** One line of the report of `latchkey doctor`. */
export interface Line {
  name: string;
  status: string;
  found: string;
  cure?: string;
}

export interface Report {
  code: number | null;
  /** The lines of one check. */
  of(name: string): Line[];
  /** The lines with a warning or a failure, as `status name`. */
  complaints: string[];
  text: string;
}

/** The report of `latchkey doctor` with these settings. */
export async function examine(cli: Cli, settings: Settings = {}): Promise<Report> {
  return reportOf(await cli.run(WORDS, { settings: { SMTP_URL: 'none', ...settings } }));
}

/** The same, of a process of its own. */
export async function examineAlone(cli: Cli, settings: Settings = {}): Promise<Report> {
  return reportOf(await cli.runAlone(WORDS, { settings: { SMTP_URL: 'none', ...settings } }));
}

function reportOf({ code, stdout, messages }: Outcome): Report {
  expect(messages).toBe('');
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Line[] };
  expect({ healthy, code }).toEqual({
    healthy: code === 0,
    code: checks.some((line) => line.status === 'fail') ? 1 : 0,
  });
  for (const { status, cure } of checks) if (status === 'fail') expect(cure).toMatch(/\S/);
  return {
    code,
    text: stdout,
    of: (name) => checks.filter((line) => line.name === name),
    complaints: checks
      // The latency of the database depends on the machine and its load.
      .filter(({ name, status }) => ['warn', 'fail'].includes(status) && `${status} ${name}` !== 'warn latency')
      .map(({ name, status }) => `${status} ${name}`),
  };
}
