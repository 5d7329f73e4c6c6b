import { BULK_ACTIONS, type BulkAction, type BulkOrder, toUserFilter, UserBulk, UserFilterQuery } from '@app/flows';
import type { Command } from 'commander';
import { type Get, withServices } from '../../services/with-services.js';
import { CliError, usageError } from '../../terminal/cli-error.js';
import { addCommand, type OutputOptions, print } from '../../terminal/output.js';
import { confirm } from '../../terminal/questions.js';
import { Progress } from '../progress.js';
import { addFilters, type FilterOptions, toRequest } from './filters.js';

const SLICE = 200;

/** The actions as words of the command line. */
const WORDS = BULK_ACTIONS.map((action) => action.replace('_', '-'));

const HELP = `
At least one filter is needed. Each user is changed alone: after an interruption, run the same command again.`;

interface Counts {
  changed: number;
  unchanged: number;
}

type Flags = OutputOptions & FilterOptions & { dryRun?: boolean; yes?: boolean };

export function addBulk(group: Command): void {
  addFilters(addCommand(group, `bulk <${WORDS.join('|')}>`, 'do the same with all users of a filter'))
    .option('--dry-run', 'only count the users')
    .option('--yes', 'do not ask; required without a terminal')
    .addHelpText('after', HELP)
    .action(bulk);
}

async function bulk(word: string, { json, dryRun = false, yes, ...filters }: Flags): Promise<void> {
  const action = BULK_ACTIONS[WORDS.indexOf(word)];
  if (action === undefined) throw usageError(`the action must be one of ${WORDS.join(', ')}.`);
  if (!dryRun && !yes && !process.stdin.isTTY)
    throw usageError('there is no terminal to ask for a confirmation: add --yes or --dry-run.');
  const filter = toUserFilter(await toRequest(UserFilterQuery, filters));
  const done = await withServices(async (get) => {
    const order = { action, filter };
    if (dryRun) return runAll(get, { ...order, dryRun });
    const { changed } = yes ? { changed: undefined } : await runAll(get, { ...order, dryRun: true });
    if (changed !== undefined && !(await confirm(questionOf(action, changed))))
      throw new CliError('NOT_CONFIRMED', 'nothing was changed.');
    const progress = new Progress(changed, 'users', json);
    try {
      return await runAll(get, { ...order, dryRun }, (counts) => progress.reach(counts.changed));
    } finally {
      progress.end();
    }
  });
  print(done, { json }, () => [
    `${done.changed} users ${dryRun ? 'would be' : 'were'} changed, ${done.unchanged} were so already.`,
  ]);
}

/** Runs all slices of a bulk action. */
async function runAll(
  get: Get,
  order: BulkOrder,
  onSlice: (counts: Counts) => void = () => undefined,
): Promise<Counts> {
  const counts = { changed: 0, unchanged: 0 };
  for (let cursor: string | undefined; ; ) {
    const slice = await get(UserBulk).run(order, { limit: SLICE, cursor });
    counts.changed += slice.changed;
    counts.unchanged += slice.unchanged;
    onSlice(counts);
    if (slice.nextCursor === null) return counts;
    cursor = slice.nextCursor;
  }
}

function questionOf(action: BulkAction, users: number): string {
  const questions: Record<BulkAction, string> = {
    end_sessions: `End all sessions of ${users} users?`,
    require_mfa: `Require a second factor of ${users} users?`,
    disable: `Disable ${users} users?`,
    enable: `Enable ${users} users?`,
  };
  return `${questions[action]} [y/N] `;
}
