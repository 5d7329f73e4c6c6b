import { createClient, type LatchkeyClient, type Schemas } from '@latchkey/client';
import { createExternal, type External } from '@latchkey/client/external';
import { createPasskeys, type Passkeys } from '@latchkey/client/passkeys';

/** What the service offers before anyone is signed in. */
export type Facts = Schemas['UiFacts'];

/** The service, as the elements call it. */
export class Service {
  readonly passkeys: Passkeys;
  readonly external: External;

  constructor(readonly client: LatchkeyClient) {
    this.passkeys = createPasskeys(client);
    this.external = createExternal(client);
  }
}

const known = new WeakMap<LatchkeyClient, Service>();
const clients = new Map<string, LatchkeyClient>();

/** The service of a client, which all elements of a page share. */
export function serviceOf(client: LatchkeyClient): Service {
  const service = known.get(client) ?? new Service(client);
  known.set(client, service);
  return service;
}

/** The client of a page that has not created one itself: one for each service. */
export function clientFor(baseUrl: string, sessions: 'token' | 'cookie' | 'pages'): LatchkeyClient {
  const key = `${sessions} ${baseUrl}`;
  const storageKey = sessions === 'pages' ? 'latchkey pages' : undefined;
  const client = clients.get(key) ?? createClient({ baseUrl, sessions, storageKey });
  clients.set(key, client);
  return client;
}
