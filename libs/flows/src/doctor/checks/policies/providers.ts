import type { Env } from '@app/config';
import { fromStored, type Provider, ProviderProbe, type StoredProvider, toProvider } from '@app/federation';
import { readFileProviders } from '../../../admin/providers/file-providers.js';
import { type Check, type DoctorContext, type Finding, fail, ok, warn } from '../check.js';

/** An ID token is good for this long before and after its time (clock tolerance of the service). */
const MOST_SECONDS = 30;

const COLUMNS = `id, kind, name, issuer, client_id AS clientId, team_id AS teamId, key_id AS keyId, scopes, tenants,
  email_domains AS emailDomains, sign_up AS signUp, linking, trust_mfa AS trustMfa, enabled`;

/** Checks that the external providers answer, and that their clocks agree with this one. Shows their redirect URIs. */
export const providers: Check = {
  name: 'providers',
  settings: ['PROVIDERS_FILE'],
  run: async (context) => {
    const list = await enabledProviders(context);
    if (list.length === 0) return ok('no external provider is enabled');
    const probe = ProviderProbe.standalone(context.env);
    return (await Promise.all(list.map((provider) => check(provider, probe, context.env)))).flat();
  },
};

export async function enabledProviders({ env, database, hasSchema }: DoctorContext): Promise<Provider[]> {
  const declared = readFileProviders(env).map(toProvider);
  const ids = new Set(declared.map(({ id }) => id));
  const rows = database && hasSchema ? await database.query(`SELECT ${COLUMNS} FROM providers ORDER BY id`) : [];
  const stored = rows
    .map((row) => fromStored(row as Partial<StoredProvider> as StoredProvider))
    .filter(({ id }) => !ids.has(id));
  return [...declared, ...stored].filter(({ enabled }) => enabled);
}

async function check(provider: Provider, probe: ProviderProbe, { baseUrl }: Env): Promise<Finding[]> {
  const { id } = provider;
  const { error, ahead } = await probe.probe(provider);
  if (error !== null) return fail(`${id}: ${error}`, `correct the issuer of ${id}, or reach it from this machine`);
  const redirect = `its redirect URI is ${baseUrl}/api/auth/external/${id}/callback`;
  if (ahead !== null && Math.abs(ahead) > MOST_SECONDS) {
    const found = `${id}: its clock and this one differ by ${Math.abs(ahead)} s; ${redirect}`;
    return warn(found, 'synchronise the clock of this machine: ID tokens with other times are refused');
  }
  return ok(`${id}: answers; ${redirect}`);
}
