import { commandLine, Env } from '@app/config';
import { Providers } from '@app/federation';
import { AdminProviderService, type ProviderView, toProviderList } from '@app/flows';
import type { Command } from 'commander';
import { withServices } from '../../services/with-services.js';
import { addCommand, fields, type OutputOptions, plain, print, table } from '../../terminal/output.js';

export function addProviderViews(group: Command): void {
  addCommand(group, 'list', 'list the providers in the order of their ids, also those of PROVIDERS_FILE').action(list);
  addCommand(group, 'test <id>', 'fetch the discovery document and the keys of a provider').action(test);
}

export function printProvider(provider: ProviderView, output: OutputOptions): void {
  print(provider, output, () => fields({ ...provider }));
}

async function list(output: OutputOptions): Promise<void> {
  const answer = await withServices(async (get) => toProviderList(await get(Providers).list(), get(Env)));
  const { providers } = answer;
  print(answer, output, () =>
    providers.length === 0
      ? [`There is no provider; add one with: ${commandLine('provider add ID --kind KIND --name NAME --client-id ID')}`]
      : table(
          ['ID', 'KIND', 'NAME', 'ENABLED', 'SOURCE', 'MADE BY', 'ISSUER', 'REDIRECT URI'],
          providers.map(({ id, kind, name, enabled, source, made_by, issuer, redirect_uri }) => [
            ...[id, kind, name, enabled, source, made_by, issuer, redirect_uri],
          ]),
        ),
  );
}

async function test(id: string, output: OutputOptions): Promise<void> {
  const { error } = await withServices((get) => get(AdminProviderService).test(id));
  print({ ok: error === null, error }, output, () => [
    error === null ? `The provider ${id} answers.` : `The provider ${id} cannot be used: ${plain(error)}.`,
  ]);
  if (error !== null) process.exitCode = 1;
}
