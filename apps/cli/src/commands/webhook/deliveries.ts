import { AdminDeliveryService, DeliveryQuery, ReplayRequest, toDeliveryList } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { usageError } from '../../terminal/cli-error.js';
import { addCommand, type OutputOptions, print, table, time } from '../../terminal/output.js';

interface ListOptions extends OutputOptions {
  status?: string;
  event?: string;
  limit?: string;
  cursor?: string;
}

interface ReplayOptions extends OutputOptions {
  after?: string;
  until?: string;
  types?: string;
  uid?: string;
  onlyFailed?: boolean;
}

export function addDeliveries(group: Command): void {
  addCommand(group, 'test <id>', 'send a message of the type webhook.test from this machine').action(test);
  addCommand(group, 'replay <id>', 'let the running service send events again')
    .option('--after <event>', 'the id of an event: only later ones; start for all')
    .option('--until <event>', 'the id of an event: it is the last one')
    .option('--types <list>', 'only these types of events, separated by commas')
    .option('--uid <uid>', 'only events about this user')
    .option('--only-failed', 'only events whose deliveries have failed')
    .action(replay);
  addCommand(group, 'deliveries <id>', 'list the deliveries of a webhook, newest first')
    .option('--status <status>', 'waiting, sent, failed or blocked')
    .option('--event <event>', 'the delivery of this event')
    .option('--limit <number>', 'at most this many: 1 to 200, by default 50')
    .option('--cursor <cursor>', 'the next_cursor of the previous page')
    .action(list);
}

async function test(id: string, output: OutputOptions): Promise<void> {
  const result = await withServices((get) => get(AdminDeliveryService).test(id));
  const { status, duration_ms } = result;
  print(result, output, () => [`${status === null ? 'no answer' : `answered ${status}`} after ${duration_ms} ms`]);
  if (status === null || status < 200 || status > 299) process.exitCode = 1;
}

async function replay(id: string, { json, ...options }: ReplayOptions): Promise<void> {
  const { after, until, types, uid, onlyFailed } = options;
  if (Object.keys(options).length === 0) throw usageError('Which events? Give --after, or another option.');
  const body = { after, until, types: types?.split(','), uid, only_failed: onlyFailed };
  const request = await validated(
    ReplayRequest,
    Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  );
  const { only_failed, ...range } = request;
  const queued = await withServices((get) =>
    get(AdminDeliveryService).replay(id, { ...range, onlyFailed: only_failed }),
  );
  print({ queued }, { json }, () => [`${queued} events are sent again.`]);
}

async function list(id: string, { json, event, ...options }: ListOptions): Promise<void> {
  const query = await validated(DeliveryQuery, { ...options, ...(event !== undefined && { event_id: event }) });
  const { status, event_id: eventId, ...page } = query;
  const filter = { ...(status && { status }), ...(eventId && { eventId }) };
  const found = toDeliveryList(await withServices((get) => get(AdminDeliveryService).list(id, filter, page)));
  print(found, { json }, () =>
    found.deliveries.length === 0
      ? ['There is no such delivery.']
      : table(
          ['ID', 'EVENT', 'TYPE', 'STATUS', 'TRIES', 'LAST STATUS', 'LAST ERROR', 'DUE'],
          found.deliveries.map((row) => [
            row.delivery_id,
            row.event_id,
            row.type,
            row.status,
            row.attempts,
            row.last_status,
            row.last_error,
            time(row.due_at),
          ]),
        ),
  );
  if (found.has_more && !json) process.stderr.write(`There are more. The next page: --cursor ${found.next_cursor}\n`);
}
