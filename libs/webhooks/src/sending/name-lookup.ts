import { lookup } from 'node:dns/promises';

/** An address of a name. */
export interface Resolved {
  address: string;
  family: number;
}

const RESOLVE_MS = 5_000;
const underWay = new Map<string, Promise<Resolved[]>>();

/** The addresses of a name. @throws {Error} when it has none, or is not resolved in time */
export async function lookUp(host: string): Promise<Resolved[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`${host} was not resolved in time`)), RESOLVE_MS).unref();
  });
  return Promise.race([resolve(host), late]).finally(() => clearTimeout(timer));
}

/**
 * Resolves a name once for all that wait for it now. A look-up blocks one of the four threads of Node.js until the name server
 * answers, and other work of the process needs these threads.
 */
function resolve(host: string): Promise<Resolved[]> {
  const known = underWay.get(host);
  if (known) return known;
  const found = lookup(host, { all: true }).finally(() => underWay.delete(host));
  underWay.set(host, found);
  return found;
}
