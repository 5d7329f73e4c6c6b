import { createInterface } from 'node:readline';
import { commandLine } from '@app/config';
import { ClientService, ImportedClient, toClient, toImportedClient } from '@app/flows';
import type { Command } from 'commander';
import { allRows } from '../../services/all-rows.js';
import { validated } from '../../services/validated.js';
import { withServices } from '../../services/with-services.js';
import { unusableFile } from '../../terminal/file-error.js';
import { addCommand, type OutputOptions, plain, print } from '../../terminal/output.js';
import { writePrivateFile } from '../../terminal/private-file.js';
import { openText } from '../../terminal/text-input.js';
import { writeAll } from '../write-all.js';

interface ExportFlags extends OutputOptions {
  output?: string;
}

export function addClientTransfer(group: Command): void {
  addCommand(group, 'export', 'write all clients as lines of JSON (NDJSON), without secrets')
    .option('--output <file>', 'write to this file, readable by its owner only, instead of standard output')
    .action(exportClients);
  addCommand(
    group,
    'import <file>',
    'add the clients of an export under their ids, without secrets; - for standard input; known ones stay as they are',
  ).action(importClients);
}

async function exportClients({ output, json }: ExportFlags): Promise<void> {
  const rows = await withServices((get) => allRows((page) => get(ClientService).list(page)));
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
    if (text.trim() !== '') clients.push(toImportedClient(await validated(ImportedClient, objectIn(text, line, path))));
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
