import { readFile } from 'node:fs/promises';
import { Env } from '@app/config';
import {
  AdminProviderService,
  CreateProviderRequest,
  type ProviderView,
  toFacts,
  toProviderView,
  UpdateProviderRequest,
} from '@app/flows';
import { type Command, Option } from 'commander';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, print } from '../../terminal/output.js';
import { readSecret } from '../../terminal/questions.js';
import { printProvider } from './views.js';

interface ProviderOptions extends OutputOptions {
  kind?: string;
  name?: string;
  clientId?: string;
  clientSecret?: boolean;
  privateKeyFile?: string;
  issuer?: string;
  teamId?: string;
  keyId?: string;
  scopes?: string[];
  tenants?: string[];
  emailDomains?: string[];
  signUp?: boolean;
  linking?: string;
  trustMfa?: boolean;
  enabled?: boolean;
  sessionMaxTtl?: number;
  endSessions?: boolean;
}

const HELP = `
The client secret is typed twice on a terminal; without a terminal it is the one line of standard input. It is never an
argument, since other users of the machine can read the arguments of a process. Lists are separated by commas. The
redirect URI in the output is right only if BASE_URL is set as for the service. The providers of
PROVIDERS_FILE can only be changed in that file.`;

export function addProviderChanges(group: Command): void {
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
  const list = (flags: string, description: string) =>
    new Option(flags, description).argParser((text) => (text === '' ? [] : text.split(',').map((word) => word.trim())));
  return command
    .option('--name <name>', 'the name for people')
    .option('--client-id <id>', 'the id of this service at the provider')
    .option('--issuer <url>', 'the issuer; for GitHub the web address of an Enterprise server')
    .option('--private-key-file <path>', 'of Apple: the file with the private key')
    .option('--team-id <id>', 'of Apple: the id of the team')
    .option('--key-id <id>', 'of Apple: the id of the private key')
    .addOption(list('--scopes <list>', 'the OAuth scopes to ask for'))
    .addOption(list('--tenants <list>', 'of Microsoft: the tenants whose accounts may sign in'))
    .addOption(list('--email-domains <list>', 'the domains for whose addresses the provider may speak'))
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
  const body = { id, kind: options.kind, ...(await toBody(options, command)) };
  const asks = options.kind !== 'apple' && options.clientSecret !== false;
  const provider = await withServices(async (get) => {
    const client_secret = asks ? await readSecret('Client secret') : undefined;
    const request = await validated(CreateProviderRequest, { ...body, client_secret });
    return view(get, await get(AdminProviderService).create(toFacts(request)));
  });
  printProvider(provider, options);
}

async function update(id: string, options: ProviderOptions, command: Command): Promise<void> {
  const body = await toBody(options, command);
  const provider = await withServices(async (get) => {
    const client_secret = options.clientSecret ? await readSecret('Client secret') : undefined;
    const request = await validated(UpdateProviderRequest, { ...body, client_secret });
    return view(get, await get(AdminProviderService).change(id, request));
  });
  printProvider(provider, options);
}

async function remove(id: string, output: OutputOptions): Promise<void> {
  await withServices((get) => get(AdminProviderService).remove(id));
  print({ removed: id }, output, () => [`The provider ${id} is removed.`]);
}

/** The fields of a request. Commander sets the options with a "no" form to true when they are left out. */
async function toBody(options: ProviderOptions, command: Command): Promise<Record<string, unknown>> {
  const given = (name: 'signUp' | 'trustMfa' | 'enabled') =>
    command.getOptionValueSource(name) === 'cli' ? options[name] : undefined;
  const body = {
    name: options.name,
    client_id: options.clientId,
    issuer: options.issuer,
    private_key: options.privateKeyFile && (await readFile(options.privateKeyFile, 'utf8')),
    team_id: options.teamId,
    key_id: options.keyId,
    scopes: options.scopes,
    tenants: options.tenants,
    email_domains: options.emailDomains,
    sign_up: given('signUp'),
    linking: options.linking,
    trust_mfa: given('trustMfa'),
    enabled: given('enabled'),
    session_max_ttl: options.sessionMaxTtl,
    end_sessions: options.endSessions,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

type Get = Parameters<Parameters<typeof withServices>[0]>[0];

function view(get: Get, provider: Parameters<typeof toProviderView>[0]): ProviderView {
  return toProviderView(provider, get(Env));
}
