import { AdminWebhookService, CreateWebhookRequest, toWebhook, toWebhookList, UpdateWebhookRequest } from '@app/flows';
import type { Command } from 'commander';
import { allRows } from '../../services/all-rows.js';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { usageError } from '../../terminal/cli-error.js';
import { addCommand, fields, type OutputOptions, print, table, time } from '../../terminal/output.js';

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

export function addChanges(group: Command): void {
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
  const request = await validated(CreateWebhookRequest, { url, ...toBody(options) });
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
  const request = await validated(UpdateWebhookRequest, body);
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
