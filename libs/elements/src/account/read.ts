import type { Service } from '../parts/service.js';
import type { AccountData } from './view.js';

/** How many events are shown at first, and how many more at a time. */
const FIRST_EVENTS = 5;
const MORE_EVENTS = 20;

/** Reads all that the page of an account shows. */
export async function readAccount({ client, passkeys, external }: Service): Promise<AccountData> {
  const [user, pending, mfa, own, identities, sessions, devices, events] = await Promise.all([
    client.user(),
    client.pendingEmail(),
    client.factors.list(),
    passkeys.list(),
    external.identities(),
    client.sessions(),
    client.devices(),
    client.securityEvents({ limit: FIRST_EVENTS }),
  ]);
  return { user, pending, mfa, passkeys: own.passkeys, identities, sessions, devices, events };
}

/** The account with further events. */
export async function withMoreEvents({ client }: Service, data: AccountData): Promise<AccountData> {
  const { events, next_cursor: cursor } = data.events;
  const page = await client.securityEvents({ limit: MORE_EVENTS, ...(cursor && { cursor }) });
  return { ...data, events: { ...page, events: [...events, ...page.events] } };
}
