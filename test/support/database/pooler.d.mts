import type { DatabaseServer } from './servers.mjs';

export function startPooler(
  server: string,
  settings?: Record<string, string | number>,
): Promise<DatabaseServer | undefined>;
