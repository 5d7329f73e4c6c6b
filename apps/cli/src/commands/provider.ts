import { readFile } from 'node:fs/promises';
import { commandLine, Env } from '@app/config';
import { Providers } from '@app/federation';
import { AdminProviderService } from '@app/flows';
import type { Command } from 'commander';
import {
  CreateProviderRequest,
  type ProviderView,
  toFacts,
  toProviderChange,
  toProviderList,
  toProviderView,
  UpdateProviderRequest,
} from '../../../api/src/admin/providers.dto.js';
import { validated } from '../../../api/src/admin/records.dto.js';
import { type Get, withServices } from '../services/with-services.js';
import { readSecret } from '../terminal/input.js';
import { toBody, words } from '../terminal/options.js';
import { addCommand, fields, type OutputOptions, plain, print, printList } from '../terminal/output.js';

function addProviderViews(group: Command): void {
  addCommand(group, 'list', 'list the providers in the order of their ids, also those of PROVIDERS_FILE').action(list);
  addCommand(group, 'test <id>', 'fetch the discovery document and the keys of a provider').action(test);
}

function printProvider(provider: ProviderView, output: OutputOptions): void {
  print(provider, output, () => fields({ ...provider }));
}

async function list(output: OutputOptions): Promise<void> {
  const answer = await withServices(async (get) => toProviderList(await get(Providers).list(), get(Env)));
  const { providers: rows } = answer;
  const none = `There is no provider; add one with: ${commandLine('provider add ID --kind KIND --name NAME --client-id ID')}`;
  printList({ answer, rows, none }, output, {
    ID: 'id',
    KIND: 'kind',
    NAME: 'name',
    ENABLED: 'enabled',
    SOURCE: 'source',
    'MADE BY': 'made_by',
    ISSUER: 'issuer',
    'REDIRECT URI': 'redirect_uri',
  });
}

async function test(id: string, output: OutputOptions): Promise<void> {
  const { error } = await withServices((get) => get(AdminProviderService).test(id));
  print({ ok: error === null, error }, output, () => [
    error === null ? `The provider ${id} answers.` : `The provider ${id} cannot be used: ${plain(error)}.`,
  ]);
  if (error !== null) process.exitCode = 1;
}

interface ProviderOptions extends OutputOptions, Record<string, unknown> {
  clientSecret?: boolean;
  privateKeyFile?: string;
}

const HELP = `
The client secret is typed twice on a terminal; without a terminal it is the one line of standard input. It is never an
argument, since other users of the machine can read the arguments of a process. Lists are separated by commas. The
redirect URI in the output is right only if BASE_URL is set as for the service. The providers of
PROVIDERS_FILE can only be changed in that file.`;

function addProviderChanges(group: Command): void {
  withFields(addCommand(group, 'add <id>', 'add a provider, and show the redirect URI to register there'))
    .requiredOption('--kind <kind>', 'google, microsoft, apple, github or oidc')
    .option('--no-client-secret', 'the provider knows this service as a public client')
    .addHelpText('after', HELP)
    .action(add);
  withFields(addCommand(group, 'update <id>', 'change what is given'))
    .option('--client-secret', 'ask for a new client secret')
    .option('--end-sessions', 'with --no-enabled: end all sessions that this provider has opened')
    .addHelpText('after', HELP)
    .action(update);
  addCommand(group, 'remove <id>', 'remove a provider; the identities of users stay, for the same issuer only').action(
    remove,
  );
}

function withFields(command: Command): Command {
  const list = (text: string) => (text === '' ? [] : words(text));
  return command
    .option('--name <name>', 'the name for people')
    .option('--client-id <id>', 'the id of this service at the provider')
    .option('--issuer <url>', 'the issuer; for GitHub the web address of an Enterprise server')
    .option('--private-key-file <path>', 'of Apple: the file with the private key')
    .option('--team-id <id>', 'of Apple: the id of the team')
    .option('--key-id <id>', 'of Apple: the id of the private key')
    .option('--scopes <list>', 'the OAuth scopes to ask for', list)
    .option('--tenants <list>', 'of Microsoft: the tenants whose accounts may sign in', list)
    .option('--email-domains <list>', 'the domains for whose addresses the provider may speak', list)
    .option('--sign-up', 'people without an account may create one (default)')
    .option('--no-sign-up', 'only people with an account')
    .option('--linking <how>', 'auto or manual: whether an account needs an email code before it is linked')
    .option('--trust-mfa', 'a second factor at the provider counts')
    .option('--no-trust-mfa', 'a second factor at the provider does not count (default)')
    .option('--enabled', 'users may sign in with it (default)')
    .option('--no-enabled', 'users may not sign in with it')
    .option('--session-max-ttl <seconds>', 'the longest life of its sessions; 0 for SESSION_MAX_TTL alone', Number);
}

async function add(id: string, options: ProviderOptions, command: Command): Promise<void> {
  const body = { id, ...(await bodyOf(options, command)) };
  const asks = options.kind !== 'apple' && options.clientSecret !== false;
  const provider = await withServices(async (get) => {
    const client_secret = asks ? await readSecret('Client secret') : undefined;
    const request = validated(CreateProviderRequest, { ...body, client_secret });
    return view(get, await get(AdminProviderService).create(toFacts(request)));
  });
  printProvider(provider, options);
}

async function update(id: string, options: ProviderOptions, command: Command): Promise<void> {
  const body = await bodyOf(options, command);
  const provider = await withServices(async (get) => {
    const client_secret = options.clientSecret ? await readSecret('Client secret') : undefined;
    const request = validated(UpdateProviderRequest, { ...body, client_secret });
    return view(get, await get(AdminProviderService).change(id, toProviderChange(request)));
  });
  printProvider(provider, options);
}

async function remove(id: string, output: OutputOptions): Promise<void> {
  await withServices((get) => get(AdminProviderService).remove(id));
  print({ removed: id }, output, () => [`The provider ${id} is removed.`]);
}

/** The fields of a request. Commander sets the options with a "no" form to true when they are left out. */
async function bodyOf(options: ProviderOptions, command: Command): Promise<Record<string, unknown>> {
  const { clientSecret: _asked, privateKeyFile, ...fields } = options;
  const given = Object.entries(fields).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  const private_key = privateKeyFile && (await readFile(privateKeyFile, 'utf8'));
  return toBody({ ...Object.fromEntries(given), private_key });
}

function view(get: Get, provider: Parameters<typeof toProviderView>[0]): ProviderView {
  return toProviderView(provider, get(Env));
}

export function addProviders(program: Command): void {
  const group = program
    .command('provider')
    .description('list, add, change, remove and test the external providers that users may sign in with');
  for (const add of [addProviderViews, addProviderChanges]) add(group);
}
