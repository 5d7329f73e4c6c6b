import { AdminTokens, SCOPES } from '@app/admin';
import { commandLine } from '@app/config';
import { AdminTokenService, type Taken } from '@app/flows';
import { type Command, Option } from 'commander';
import { validated } from '../../../api/src/admin/records.dto.js';
import { CreateTokenRequest, RevokeTokenRequest, toTokenList } from '../../../api/src/admin/tokens.dto.js';
import { allRows, withServices } from '../services/with-services.js';
import { usageError } from '../terminal/errors.js';
import { words } from '../terminal/options.js';
import { addCommand, type OutputOptions, print, printList } from '../terminal/output.js';

interface CreateOptions extends OutputOptions {
  scopes: string[];
  expiresIn?: number;
  expiresAt?: number;
}

const TAKEN: Record<keyof Taken, string> = {
  clients: 'Disabled clients',
  providers: 'Disabled providers',
  webhooks: 'Disabled webhooks',
  users: 'Disabled or secured users',
  scopes: 'Users without their admin scopes',
  tokens: 'Revoked further tokens',
};

/** In seconds. */
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

export function addAdminTokens(program: Command): void {
  const group = program.command('admin-token').description('make, list and revoke the tokens of the admin API');
  addCommand(group, 'create <name>', 'make an admin token; it is shown this once')
    .requiredOption('--scopes <list>', `what it may be used for, separated by commas: ${SCOPES.join(', ')}`, words)
    .addOption(
      new Option('--expires-in <duration>', 'how long it works: a number and s, m, h, d or w, such as 90d')
        .argParser(seconds)
        .conflicts('expiresAt'),
    )
    .addOption(
      new Option(
        '--expires-at <epoch>',
        'until when it works, in UNIX epoch seconds; for ever without either',
      ).argParser(Number),
    )
    .action(create);
  addCommand(group, 'list', 'list the admin tokens that are not revoked, newest first').action(list);
  addCommand(group, 'revoke <id>', 'revoke an admin token, at once and for good')
    .option('--stolen', 'another person had it: also disable what it has made, and end what it has begun')
    .addOption(
      new Option(
        '--since <epoch>',
        'of a stolen one: only what it has made since then, in UNIX epoch seconds',
      ).argParser(Number),
    )
    .action(revoke);
}

async function create(name: string, { scopes, expiresIn, expiresAt, ...output }: CreateOptions): Promise<void> {
  const expires_at = expiresIn === undefined ? expiresAt : Math.floor(Date.now() / 1_000) + expiresIn;
  const body = { name, scopes, expires_at };
  // Validated by the rules of the endpoint that creates tokens.
  const request = validated(CreateTokenRequest, body);
  const { id, token } = await withServices((get) => {
    const { expires_at: expiresAt = null, ...facts } = request;
    return get(AdminTokenService).create({ ...facts, expiresAt });
  });
  print({ id, token }, output, () => [token]);
  if (!output.json) process.stderr.write(`Token ${id} is created. Keep it safe: it is not shown again.\n`);
}

async function list(output: OutputOptions): Promise<void> {
  const { tokens: rows } = toTokenList(await withServices((get) => allRows((page) => get(AdminTokens).list(page))));
  const none = `There is no admin token; make one with: ${commandLine('admin-token create NAME --scopes read')}`;
  printList({ answer: { tokens: rows }, rows, none }, output, {
    ID: 'id',
    NAME: 'name',
    SCOPES: 'scopes',
    'MADE BY': 'created_by',
    CREATED: 'created_at',
    EXPIRES: 'expires_at',
    'LAST USED': 'last_used_at',
  });
}

interface RevokeOptions extends OutputOptions {
  stolen?: boolean;
  since?: number;
}

async function revoke(id: string, { stolen, since, ...output }: RevokeOptions): Promise<void> {
  if (since !== undefined && !stolen) throw usageError('--since needs --stolen.');
  // Validated by the rules of the endpoint.
  const request = validated(RevokeTokenRequest, { stolen, since });
  const taken = await withServices((get) => get(AdminTokenService).revoke(id, request.stolen, request.since));
  const revoked = id.toLowerCase();
  print({ revoked, ...taken }, output, () => [
    `Token ${revoked} is revoked.`,
    ...Object.entries(taken ?? {}).map(([kind, ids]) => `${TAKEN[kind as keyof Taken]}: ${ids.join(', ') || 'none'}`),
  ]);
}

function seconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0) {
    throw usageError('--expires-in must be a number and a unit (s, m, h, d, w), such as 90d.');
  }
  return Number(count) * (UNITS[unit] ?? 1);
}
