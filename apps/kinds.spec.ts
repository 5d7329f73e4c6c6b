import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const TESTS = resolve(__dirname, '../test');

/** The specs that run on each database: see CONTRIBUTING.md for what belongs here. */
const EACH = [
  'admin/activity',
  'admin/admin-checks-connections',
  'admin/admin-events',
  'admin/admin-messages',
  'admin/admin-providers',
  'admin/admin-sessions',
  'admin/admin-user-changes',
  'admin/admin-users',
  'admin/events',
  'admin/events-followed',
  'admin/explain',
  'admin/export',
  'admin/import',
  'admin/import-factors',
  'admin/import-interrupted',
  'admin/person-export',
  'admin/user-bulk',
  'admin/user-filters',
  'admin/webhooks',
  'api/cookie-refresh',
  'api/keys',
  'api/max-sessions',
  'api/openapi',
  'api/openapi-admin',
  'api/openapi-factors',
  'api/openapi-machines',
  'api/openapi-providers',
  'api/refresh',
  'api/revocations',
  'cli/cli',
  'cli/copy',
  'cli/doctor',
  'docs/docs',
  'resilience/chaos',
  'resilience/failover',
  'resilience/galera',
  'resilience/keys-load',
  'resilience/keys-replicas',
  'resilience/lost-connections',
  'resilience/outage',
  'resilience/outbox',
  'resilience/pooler',
  'resilience/postgres-rights',
  'resilience/schema',
  'resilience/start',
  'resilience/sweeps',
  'resilience/upgrade',
  'resilience/webhook-kills',
  'resilience/webhook-replicas',
  'security/access-lineage',
  'security/admin-operations',
  'security/admin-thieves',
  'security/administrators',
  'security/argon2id',
  'security/external-races',
  'security/factor-races',
  'security/machine-races',
  'security/product-sessions',
  'security/property',
  'security/races',
  'security/secure-account',
  'security/single-use',
  'security/stale-tokens',
  'security/theft-chains',
];

it('only these specs are of the kind each', () => {
  const end = '.each.spec.ts';
  const found = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
  const names = found.map((file) => file.slice(0, -end.length).replaceAll('\\', '/'));
  expect(names.sort()).toEqual(EACH);
});
