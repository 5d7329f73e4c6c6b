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
import { flag, toBody, words } from '../terminal/options.js';
import { addCommand, fields, type OutputOptions, print, printList } from '../terminal/output.js';

type Options = OutputOptions & Record<string, unknown>;

const TYPES = 'types of events separated by commas, such as user.*,login.failed; * for all';
const ORDERED = 'whether an event of a user waits for the earlier ones of this user';

function addChanges(group: Command): void {
  addCommand(group, 'add <url>', 'add a webhook; its secret is shown this once')
    .requiredOption('--types <list>', TYPES, words)
    .option('--description <text>', 'what it is for')
    .option('--after <event>', 'the id of an event, after which it begins; start for all events; now without it')
    .option('--ordered <true|false>', `${ORDERED}; true without it`, flag)
    .action(add);
  addCommand(group, 'list', 'list the webhooks, newest first').action(list);
  addCommand(group, 'update <id>', 'change, pause or wake a webhook')
    .option('--url <url>', 'where it leads to')
    .option('--types <list>', TYPES, words)
    .option('--description <text>', 'what it is for')
    .option('--ordered <true|false>', ORDERED, flag)
    .option('--active <true|false>', 'false pauses it; true wakes it, and it gets what it missed', flag)
    .action(update);
  addCommand(group, 'remove <id>', 'remove a webhook and its deliveries').action(remove);
}

async function add(url: string, { json, ...options }: Options): Promise<void> {
  const request = validated(CreateWebhookRequest, { url, ...toBody(options) });
  const created = await withServices((get) => get(AdminWebhookService).create(request));
  print(created, { json }, () => [created.secret]);
  if (!json) process.stderr.write(`Webhook ${created.webhook_id} is added. Keep its secret: it is not shown again.\n`);
}

async function list(output: OutputOptions): Promise<void> {
  const all = await withServices((get) => allRows((page) => get(AdminWebhookService).list(page)));
  const { webhooks } = toWebhookList(all);
  printList({ answer: { webhooks }, rows: webhooks, none: 'There is no webhook.' }, output, {
    ID: 'webhook_id',
    URL: 'url',
    TYPES: 'types',
    'MADE BY': 'made_by',
    STATE: 'state',
    LAG: ({ lag_seconds }) => `${lag_seconds} s`,
    'LAST SUCCESS': 'last_success_at',
    'LAST ERROR': 'last_error',
  });
}

async function update(id: string, { json, ...options }: Options): Promise<void> {
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

function addDeliveries(group: Command): void {
  addCommand(group, 'test <id>', 'send a message of the type webhook.test from this machine').action(test);
  addCommand(group, 'replay <id>', 'let the running service send events again')
    .option('--after <event>', 'the id of an event: only later ones; start for all')
    .option('--until <event>', 'the id of an event: it is the last one')
    .option('--types <list>', 'only these types of events, separated by commas', (list) => list.split(','))
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

async function replay(id: string, { json, ...options }: Options): Promise<void> {
  if (Object.keys(options).length === 0) throw usageError('Which events? Give --after, or another option.');
  const { only_failed: onlyFailed, ...range } = validated(ReplayRequest, toBody(options));
  const queued = await withServices((get) => get(AdminWebhookService).replay(id, { ...range, onlyFailed }));
  print({ queued }, { json }, () => [`${queued} events are sent again.`]);
}

async function listDeliveries(id: string, output: Options): Promise<void> {
  const { json, event, ...options } = output;
  const query = validated(DeliveryQuery, { ...options, ...(event !== undefined && { event_id: event }) });
  const { status, event_id: eventId, ...page } = query;
  const filter = { ...(status && { status }), ...(eventId && { eventId }) };
  const found = toDeliveryList(await withServices((get) => get(AdminWebhookService).listDeliveries(id, filter, page)));
  printList({ answer: found, rows: found.deliveries, none: 'There is no such delivery.' }, output, {
    ID: 'delivery_id',
    EVENT: 'event_id',
    TYPE: 'type',
    STATUS: 'status',
    TRIES: 'attempts',
    'LAST STATUS': 'last_status',
    'LAST ERROR': 'last_error',
    DUE: 'due_at',
  });
  if (found.has_more && !json) process.stderr.write(`There are more. The next page: --cursor ${found.next_cursor}\n`);
}

export function addWebhooks(program: Command): void {
  const group = program
    .command('webhook')
    .description('add, list, change, remove and test webhooks, list their deliveries, and send events again');
  for (const add of [addChanges, addDeliveries]) add(group);
}
