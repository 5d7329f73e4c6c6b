import type { Scope } from '@app/admin';

/** When a session of an administrator must have shown a factor of late. */
type Factor = 'always' | 'widened' | 'never';

/**
 * What administrators make, and when a session of a person must have shown a factor within `REAUTH_MAX_AGE` to make it: `always`;
 * `widened`, for a change that adds to what it may do; or `never`. What lasts longer than the session or leads outward needs one:
 * the cookie of the console alone must not be enough. Admin tokens are exempt: a stolen one takes its work along, see `Theft`.
 */
const MADE = {
  admin_token: 'always',
  /** The end of a token as a stolen one, which disables what it has made. Its plain end makes nothing. */
  theft: 'widened',
  admin_scopes: 'widened',
  /** With a hash, factors or identities, as an import. With a password it needs none: the account has no rights of an administrator. */
  user: 'widened',
  client: 'always',
  client_change: 'widened',
  signing_key: 'always',
  provider: 'always',
  provider_change: 'widened',
  webhook: 'always',
  webhook_change: 'widened',
  /** Another secret: who holds it can sign what the receiver believes. */
  webhook_secret: 'always',
  /** A second delivery of events, only to an endpoint that there is. */
  delivery: 'never',
  link: 'always',
  impersonation: 'always',
  /** Of lines with password hashes or factors. */
  import: 'widened',
  /** With password hashes or factors. */
  export: 'widened',
} satisfies Record<string, Factor>;

export type Made = keyof typeof MADE;

/** What an operation of the admin API does. `changes` makes nothing new. */
export type Deed = 'reads' | 'changes' | { makes: Made };

/** The scope that an operation needs; `any` allows every administrator. */
export type RequiredScope = Scope | 'any';

/** What an operation of the admin API declares. */
export interface Operation {
  scope: RequiredScope;
  deed: Deed;
  /** Whether the user in the path may have scopes that the administrator lacks. */
  anyRank?: boolean;
}

/** When an operation needs a factor. */
export function factorFor(deed: Deed): Factor {
  return typeof deed === 'string' ? 'never' : MADE[deed.makes];
}
