import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import type { MysqlLocation } from '@app/config';

/**
 * One event loop keeps at most eight connections busy, on any machine. Sign-ins need one more for each core: each has a
 * transaction after its hash, and as many hashes as cores are computed at a time. More connections only wait for each other's
 * locks, and a server accepts 151 by default, from all replicas.
 */
const POOL_SIZE = 8 + Math.min(availableParallelism(), 24);
const CONNECT_TIMEOUT_MS = 5_000;

/** TypeORM's options for MySQL and MariaDB. They name the first host of a cluster. */
export function mysqlOptions({ hosts, username, password, database, tls }: MysqlLocation) {
  return {
    type: 'mysql' as const,
    ...hosts[0],
    username,
    password,
    database,
    charset: 'utf8mb4',
    poolSize: POOL_SIZE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    bigNumberStrings: false,
    // The certificate must be for this host: anyone can get one for a name of their own. Few certificates name an address.
    ...(tls ? { ssl: { rejectUnauthorized: true, verifyIdentity: hosts.every(({ host }) => isIP(host) === 0) } } : {}),
  };
}
