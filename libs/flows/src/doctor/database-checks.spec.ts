import { Env } from '@app/config';
import type { DoctorContext } from './check.js';
import { cluster } from './database-checks.js';

const NEEDED = { AUTH_SECRET: 'a secret for tests, long enough to be one', NODE_ENV: 'test' };

/** The finding for a server with this number of nodes; undefined for a server that is not Galera. */
async function foundWith(DATABASE_URL: string, nodes?: string) {
  const query = async () => (nodes === undefined ? [] : [{ Variable_name: 'wsrep_cluster_size', Value: nodes }]);
  const context = { env: new Env({ ...NEEDED, DATABASE_URL }), database: { query } } as unknown as DoctorContext;
  return cluster(context);
}

it.each([
  ['a single server', 'mysql://db/auth', undefined, 'ok'],
  ['a MariaDB without Galera', 'mysql://db/auth', '0', 'ok'],
  ['a cluster of one node', 'mysql://db/auth', '1', 'ok'],
  ['a cluster of three listed nodes', 'mysql://db1,db2,db3/auth', '3', 'ok'],
  ['a cluster of three nodes behind one host', 'mysql://balancer/auth', '3', 'warn'],
  ['a file', 'sqlite::memory:', undefined, 'skip'],
])('the check of the cluster finds %s at %s with the size %s: %s', async (_what, url, nodes, status) => {
  const [finding] = await foundWith(url, nodes);
  expect(finding?.status).toBe(status);
  if (status === 'warn') expect(finding).toMatchObject({ cure: expect.stringContaining('wsrep_sync_wait') });
});
