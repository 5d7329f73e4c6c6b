import { AdminWebhookService } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../../api/src/admin/records.dto.js';
import {
  CreateWebhookRequest,
  DeliveryQuery,
  ReplayRequest,
  toDeliveryList,
  toWebhook,
  toWebhookList,
  UpdateWebhookRequest,
} from '../../../api/src/admin/webhooks.dto.js';
import { allRows, withServices } from '../services/with-services.js';
import { usageError } from '../terminal/errors.js';
import { addCommand, fields, type OutputOptions, print, table, time } from '../terminal/output.js';

interface WebhookOptions extends OutputOptions {
  url?: string;
  types?: string;
  description?: string;
  after?: string;
  ordered?: string;
  active?: string;
}

const TYPES = 'types of events separated by commas, such as user.*,login.failed; * for all';
const ORDERED = 'whether an event of a user waits for the earlier ones of this user';

function addChanges(group: Command): void {
  addCommand(group, 'add <url>', 'add a webhook; its secret is shown this once')
    .requiredOption('--types <list>', TYPES)
    .option('--description <text>', 'what it is for')
    .option('--after <event>', 'the id of an event, after which it begins; start for all events; now without it')
    .option('--ordered <true|false>', `${ORDERED}; true without it`)
    .action(add);
  addCommand(group, 'list', 'list the webhooks, newest first').action(list);
  addCommand(group, 'update <id>', 'change, pause or wake a webhook')
    .option('--url <url>', 'where it leads to')
    .option('--types <list>', TYPES)
    .option('--description <text>', 'what it is for')
    .option('--ordered <true|false>', ORDERED)
    .option('--active <true|false>', 'false pauses it; true wakes it, and it gets what it missed')
    .action(update);
  addCommand(group, 'remove <id>', 'remove a webhook and its deliveries').action(remove);
}

async function add(url: string, { json, ...options }: WebhookOptions): Promise<void> {
  const request = validated(CreateWebhookRequest, { url, ...toBody(options) });
  const created = await withServices((get) => get(AdminWebhookService).create(request));
  print(created, { json }, () => [created.secret]);
  if (!json) process.stderr.write(`Webhook ${created.webhook_id} is added. Keep its secret: it is not shown again.\n`);
}

async function list(output: OutputOptions): Promise<void> {
  const rows = await withServices((get) => allRows((page) => get(AdminWebhookService).list(page)));
  const { webhooks } = toWebhookList({ rows, nextCursor: null });
  print({ webhooks }, output, () =>
    webhooks.length === 0
      ? ['There is no webhook.']
      : table(
          ['ID', 'URL', 'TYPES', 'MADE BY', 'STATE', 'LAG', 'LAST SUCCESS', 'LAST ERROR'],
          webhooks.map(({ webhook_id, url, types, made_by, state, lag_seconds, last_success_at, last_error }) => {
            return [webhook_id, url, types, made_by, state, `${lag_seconds} s`, time(last_success_at), last_error];
          }),
        ),
  );
}

async function update(id: string, { json, ...options }: WebhookOptions): Promise<void> {
  const body = toBody(options);
  if (Object.keys(body).length === 0) throw usageError('There is nothing to change: give at least one option.');
  const request = validated(UpdateWebhookRequest, body);
  const view = toWebhook(await withServices((get) => get(AdminWebhookService).update(id, request)));
  print(view, { json }, () => fields({ ...view }));
}

async function remove(id: string, output: OutputOptions): Promise<void> {
  await withServices((get) => get(AdminWebhookService).remove(id));
  print({ removed: id.toLowerCase() }, output, () => [`Webhook ${id.toLowerCase()} is removed.`]);
}

/** The options as a request of the admin API. */
function toBody({ types, ordered, active, ...texts }: WebhookOptions): Record<string, unknown> {
  const flags = Object.entries({ ordered, active }).filter(([, value]) => value !== undefined);
  return {
    ...texts,
    ...(types !== undefined && { types: types.split(',').map((type) => type.trim()) }),
    ...Object.fromEntries(flags.map(([name, value]) => [name, { true: true, false: false }[String(value)] ?? value])),
  };
}

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

function addDeliveries(group: Command): void {
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
    .action(listDeliveries);
}

async function test(id: string, output: OutputOptions): Promise<void> {
  const result = await withServices((get) => get(AdminWebhookService).test(id));
  const { status, duration_ms } = result;
  print(result, output, () => [`${status === null ? 'no answer' : `answered ${status}`} after ${duration_ms} ms`]);
  if (status === null || status < 200 || status > 299) process.exitCode = 1;
}

async function replay(id: string, { json, ...options }: ReplayOptions): Promise<void> {
  const { after, until, types, uid, onlyFailed } = options;
  if (Object.keys(options).length === 0) throw usageError('Which events? Give --after, or another option.');
  const body = { after, until, types: types?.split(','), uid, only_failed: onlyFailed };
  const request = validated(
    ReplayRequest,
    Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  );
  const { only_failed, ...range } = request;
  const queued = await withServices((get) =>
    get(AdminWebhookService).replay(id, { ...range, onlyFailed: only_failed }),
  );
  print({ queued }, { json }, () => [`${queued} events are sent again.`]);
}

async function listDeliveries(id: string, { json, event, ...options }: ListOptions): Promise<void> {
  const query = validated(DeliveryQuery, { ...options, ...(event !== undefined && { event_id: event }) });
  const { status, event_id: eventId, ...page } = query;
  const filter = { ...(status && { status }), ...(eventId && { eventId }) };
  const found = toDeliveryList(await withServices((get) => get(AdminWebhookService).listDeliveries(id, filter, page)));
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

export function addWebhooks(program: Command): void {
  const group = program
    .command('webhook')
    .description('add, list, change, remove and test webhooks, list their deliveries, and send events again');
  for (const add of [addChanges, addDeliveries]) add(group);
}
