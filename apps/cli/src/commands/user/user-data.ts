import { OPERATOR, PersonErasureService, PersonExportService, toPersonText, UserLookup } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { addCommand, type OutputOptions, plain, print } from '../../terminal/output.js';
import { writePrivateFile } from '../../terminal/private-file.js';
import { writeAll } from '../write-all.js';
import { WHO } from './print-user.js';

const EXPORT_HELP = `
Writes one JSON document with a key for each table, without secrets and hashes. The event log records the export. With
--output, standard output has the uid; without it, the document, with and without --json.`;

const ERASE_HELP = `
The events stay, with the uid and without the client addresses. Emails and links of the user are removed by the deletion.`;

/** Adds the commands for the data of one person. */
export function addUserData(group: Command): void {
  addCommand(group, `export ${WHO}`, 'write all that is stored about a user as JSON')
    .option('--output <file>', 'write to this file, readable by its owner only, instead of standard output')
    .addHelpText('after', EXPORT_HELP)
    .action(exportPerson);
  addCommand(group, 'erase <uid>', 'remove the client addresses of a deleted user from the event log')
    .addHelpText('after', ERASE_HELP)
    .action(erasePerson);
}

async function exportPerson(who: string, { output, json }: OutputOptions & { output?: string }): Promise<void> {
  const uid = await withServices(async (get) => {
    const { uid } = await get(UserLookup).locate(who);
    const texts = toPersonText(await get(PersonExportService).run(uid, OPERATOR));
    if (output === undefined) await writeAll(process.stdout, texts);
    else await writePrivateFile(output, texts);
    return uid;
  });
  if (output !== undefined)
    print({ uid, output }, { json }, () => [`All data of the user ${uid} is in ${plain(output)}.`]);
}

async function erasePerson(uid: string, output: OutputOptions): Promise<void> {
  const events = await withServices((get) => get(PersonErasureService).erase(uid));
  print({ events }, output, () => [`The client addresses are removed from ${events} events.`]);
}
