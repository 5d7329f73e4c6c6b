import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { commandLine } from '@app/config';
import { ClientService } from '@app/flows';
import type { Command } from 'commander';
import { validated } from '../../../api/src/admin/records.dto.js';
import {
  CreateClientRequest,
  ImportedClient,
  toClient,
  toClientChanges,
  toClientList,
  toCreatedClient,
  toCreatedSecret,
  toImportedClient,
  toNewClient,
  UpdateClientRequest,
} from '../../../api/src/machines/machines.dto.js';
import { allRows, withServices } from '../services/with-services.js';
import { fileError, unusableFile, usageError } from '../terminal/errors.js';
import { openText, writePrivateFile } from '../terminal/input.js';
import { flag, toBody, words } from '../terminal/options.js';
import { addCommand, fields, type OutputOptions, plain, print, printList, time, writeAll } from '../terminal/output.js';

type ClientOptions = OutputOptions & Record<string, unknown> & { jwks?: string };

const SCOPES = 'what its access tokens may be used for, separated by commas';
const AUDIENCES = 'where they may be used: names or URIs, separated by commas';
const JWKS = 'a file with the public keys of its assertions (a JSON Web Key Set)';
const EXPIRES = 'until when it works, in UNIX epoch seconds';

function addClientChanges(group: Command): void {
  addCommand(group, 'create <name>', 'make a client; its secret is shown this once')
    .requiredOption('--scopes <list>', SCOPES, words)
    .requiredOption('--audiences <list>', AUDIENCES, words)
    .option('--jwks <file>', `${JWKS}; without it, the client has a secret`)
    .option('--expires-at <epoch>', `${EXPIRES}; for ever without it`, Number)
    .action(create);
  addCommand(group, 'list', 'list the clients, newest first').action(list);
  addCommand(group, 'show <client_id>', 'show a client').action(show);
  addCommand(group, 'update <client_id>', 'change, disable or enable a client')
    .option('--name <text>', 'what people call it')
    .option('--scopes <list>', SCOPES, words)
    .option('--audiences <list>', AUDIENCES, words)
    .option('--jwks <file>', JWKS)
    .option('--expires-at <epoch|never>', EXPIRES, (end) => (end === 'never' ? null : Number(end)))
    .option('--active <true|false>', 'false: it gets no access tokens, and those that it has are refused', flag)
    .action(update);
  addCommand(group, 'delete <client_id>', 'delete a client; its access tokens are refused').action(remove);
}

async function create(name: string, { json, jwks, ...options }: ClientOptions): Promise<void> {
  const keys = jwks === undefined ? {} : { auth_method: 'private_key_jwt', jwks: await readJson(jwks) };
  const request = toNewClient(validated(CreateClientRequest, { name, ...toBody(options), ...keys }));
  const created = toCreatedClient(await withServices((get) => get(ClientService).create(request)));
  print(created, { json }, () => [created.client_secret ?? created.client_id]);
  if (json) return;
  const secret = created.client_secret === undefined ? '' : ' Keep its secret safe: it is not shown again.';
  process.stderr.write(`Client ${created.client_id} is created.${secret}\n`);
}

const allClients = () => withServices((get) => allRows((page) => get(ClientService).list(page)));

async function list(output: OutputOptions): Promise<void> {
  const { clients } = toClientList(await allClients());
  const none = `There is no client; make one with: ${commandLine('client create NAME --scopes LIST --audiences LIST')}`;
  printList({ answer: { clients }, rows: clients, none }, output, {
    CLIENT: 'client_id',
    NAME: 'name',
    SCOPES: 'scopes',
    AUDIENCES: 'audiences',
    METHOD: 'auth_method',
    'MADE BY': 'created_by',
    ACTIVE: 'active',
    EXPIRES: 'expires_at',
    'LAST USED': 'last_used_at',
  });
}

async function show(clientId: string, output: OutputOptions): Promise<void> {
  const client = toClient(await withServices((get) => get(ClientService).get(clientId)));
  const { secrets, jwks, ...rest } = client;
  print(client, output, () => [
    ...fields({ ...rest, keys: Object(jwks).keys?.length ?? 0 }),
    ...secrets.map(({ secret_id, last_used_at }) => `secret ${secret_id}, last used: ${time(last_used_at)}`),
  ]);
}

async function update(clientId: string, { json, jwks, ...options }: ClientOptions): Promise<void> {
  const body = { ...toBody(options), ...(jwks !== undefined && { jwks: await readJson(jwks) }) };
  if (Object.keys(body).length === 0) throw usageError('There is nothing to change: give at least one option.');
  const changes = toClientChanges(validated(UpdateClientRequest, body));
  const client = toClient(await withServices((get) => get(ClientService).change(clientId, changes)));
  print(client, { json }, () => [`Client ${client.client_id} is changed.`]);
}

async function remove(clientId: string, output: OutputOptions): Promise<void> {
  await withServices((get) => get(ClientService).remove(clientId));
  print({ deleted: clientId }, output, () => [`Client ${clientId} is deleted.`]);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError(error, path);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw unusableFile(path, 'it is not JSON');
  }
}

function addClientSecrets(group: Command): void {
  addCommand(group, 'add-secret <client_id>', 'make a second secret of a client; it is shown this once').action(add);
  addCommand(group, 'delete-secret <client_id> <secret_id>', 'delete a secret of a client').action(removeSecret);
}

async function add(clientId: string, output: OutputOptions): Promise<void> {
  const made = toCreatedSecret(await withServices((get) => get(ClientService).addSecret(clientId)));
  print(made, output, () => [made.client_secret]);
  if (!output.json) process.stderr.write(`Secret ${made.secret_id} is made. Keep it safe: it is not shown again.\n`);
}

async function removeSecret(clientId: string, secretId: string, output: OutputOptions): Promise<void> {
  await withServices((get) => get(ClientService).removeSecret(clientId, secretId));
  print({ deleted: secretId.toLowerCase() }, output, () => [`Secret ${secretId.toLowerCase()} is deleted.`]);
}

function addClientTransfer(group: Command): void {
  addCommand(group, 'export', 'write all clients as lines of JSON (NDJSON), without secrets')
    .option('--output <file>', 'write to this file, readable by its owner only, instead of standard output')
    .action(exportClients);
  addCommand(
    group,
    'import <file>',
    'add the clients of an export under their ids, without secrets; - for standard input; known ones stay as they are',
  ).action(importClients);
}

async function exportClients({ output, json }: OutputOptions & { output?: string }): Promise<void> {
  const { rows } = await allClients();
  const lines = linesOf(rows.reverse().map((row) => toClient(row)));
  if (output === undefined) return writeAll(process.stdout, lines);
  await writePrivateFile(output, lines);
  print({ clients: rows.length, output }, { json }, () => [`${rows.length} clients are in ${plain(output)}.`]);
}

async function* linesOf(clients: ReturnType<typeof toClient>[]): AsyncGenerator<string> {
  for (const { client_id, name, scopes, audiences, auth_method, jwks, active, expires_at } of clients) {
    const keys = jwks === null ? {} : { jwks };
    yield `${JSON.stringify({ client_id, name, scopes, audiences, auth_method, ...keys, active, expires_at })}\n`;
  }
}

async function importClients(path: string, output: OutputOptions): Promise<void> {
  const clients = await readClients(path);
  const created = await withServices(async (get) => {
    let count = 0;
    for (const { facts, clientId } of clients) count += Number(await get(ClientService).importOne(facts, clientId));
    return count;
  });
  const known = clients.length - created;
  print({ created, known }, output, () => [
    `${created} clients are imported; ${known} were known. A client with secrets needs a new one: ${commandLine('client add-secret ID')}`,
  ]);
}

/** All clients of a file, before the first one is stored. */
async function readClients(path: string): Promise<ReturnType<typeof toImportedClient>[]> {
  const { input } = await openText(path);
  const clients: ReturnType<typeof toImportedClient>[] = [];
  let line = 0;
  for await (const text of createInterface({ input })) {
    line += 1;
    if (text.trim() !== '') clients.push(toImportedClient(validated(ImportedClient, objectIn(text, line, path))));
  }
  return clients;
}

function objectIn(text: string, line: number, path: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw unusableFile(path, `line ${line} is not JSON`);
  }
}

export function addClients(program: Command): void {
  const group = program
    .command('client')
    .description('make, list, change and delete the clients that get access tokens for themselves, and their secrets');
  for (const add of [addClientChanges, addClientSecrets, addClientTransfer]) add(group);
}
