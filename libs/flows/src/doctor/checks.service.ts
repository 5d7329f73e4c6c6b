import { Env, inspectEnv } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { type CheckResult, runChecks } from './run-checks.js';

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
    const results = await runChecks(inspection, ALL_MS);
    this.newest = { at: this.clock.now(), results };
    return this.newest;
  }
}
