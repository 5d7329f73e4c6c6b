import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const TESTS = resolve(__dirname, '../test');

/** The specs that run on each database: see CONTRIBUTING.md for what belongs here. */
const BOTH = [
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
  'cli/doctor',
  'docs/docs',
  'resilience/chaos',
  'resilience/galera',
  'resilience/keys-load',
  'resilience/keys-replicas',
  'resilience/lost-connections',
  'resilience/outage',
  'resilience/outbox',
  'resilience/schema',
  'resilience/start',
  'resilience/sweeps',
  'resilience/upgrade',
  'resilience/webhook-kills',
  'resilience/webhook-replicas',
  'security/administrators',
  'security/argon2id',
  'security/external-races',
  'security/factor-races',
  'security/machine-races',
  'security/new-sign-in-races',
  'security/product-sessions',
  'security/property',
  'security/races',
  'security/single-use',
  'security/stale-tokens',
  'security/undo-factors',
];

/** The specs that a whole run leaves out, for the same reason. What the service or a library does belongs into each run. */
const PUBLISHED = [
  'docs/cookie-recipes-browser',
  'docs/docs',
  'docs/external-sign-in-browser',
  'docs/recipes',
  'docs/recipes-browser',
  'docs/recipes-services',
  'docs/second-factors-browser',
  'docs/site',
  'docs/web-client-guide',
  'docs/webhook-receivers',
  'packages/client-package',
  'packages/elements-package',
  'packages/install-lines',
  'packages/nest-auth-11',
  'packages/nest-auth-package',
  'packages/production-install',
  'packages/token-libraries',
  'packages/verify-package',
];

it.each([
  ['both', BOTH],
  ['published', PUBLISHED],
])('only these specs are of the kind %s', (kind, expected) => {
  const end = `.${kind}.spec.ts`;
  const found = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
  const names = found.map((file) => file.slice(0, -end.length).replaceAll('\\', '/'));
  expect(names.sort()).toEqual(expected);
});
