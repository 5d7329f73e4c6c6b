import type { DatabaseServer } from './servers.mjs';

/** Whether the installed PgBouncer can keep prepared statements of clients; undefined when none is installed. */
export function keepsPrepared(): boolean | undefined;

export function startPooler(
  server: string,
  settings?: Record<string, string | number>,
): Promise<DatabaseServer | undefined>;
