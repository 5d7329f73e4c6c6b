import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AccessEvent, Ends } from './ends.js';
import { WHAT_ENDS } from './what-ends.js';

const PAGE = resolve(__dirname, '../../../../docs/security/what-ends.md');
const HEADING = '## What ends with what';

/** The events in the words of docs/security/what-ends.md. A new event does not compile here until it has words. */
const EVENTS: Record<AccessEvent, string> = {
  password_changed: 'The user changes the password',
  password_set_by_administrator: 'An administrator sets a password',
  address_set_by_administrator: 'An administrator sets an email',
  address_changed: 'The user changes the email, or confirms a new one',
  owner_back: 'The owner is back: a first proof, a reset token, or a link that secures the account',
  account_disabled: 'An administrator disables the account',
  sessions_ended_by_administrator: 'An administrator ends all sessions',
  token_reused: 'A refresh token or a code is used twice',
  factor_overdue: 'A refresh, while a required second factor is overdue',
  logged_out_everywhere: 'Logout everywhere',
  logged_out: 'Logout of one session',
  session_ended: 'The user ends a session in the list',
  device_removed: 'The user removes a device',
  session_ended_by_administrator: 'An administrator ends a session',
  session_displaced: 'A new session beyond `MAX_SESSIONS`',
  factors_changed: 'A first or removed factor, new recovery codes, MFA switched',
  factors_reset: 'An administrator resets the factors',
  factor_required: 'An administrator requires a second factor',
  identity_unlinked: 'An external identity is unlinked',
  signed_out_at_provider: 'A logout token of a provider, or the provider ends',
  scopes_changed: 'Admin scopes are given, widened or taken',
};

const SESSIONS = {
  all: 'all',
  others: 'all others',
  one: 'this one',
  weak: 'of one factor',
  of_provider: 'of provider',
  of_device: 'of that device',
  none: 'none',
};
const EXTENT = { all: 'all', of_session: 'of that session', none: 'none' };
const DEVICES = { forgotten: 'forgotten', untrusted: 'trust', of_session: 'trust of that session', kept: 'none' };
const invalidated = (all: boolean) => (all ? 'all' : 'none');

function rowOf([event, ends]: [string, Ends]): string[] {
  const {
    sessions,
    signIns,
    pendingAddress,
    resetTokens,
    verificationLinks,
    secureLinks,
    adminTokens,
    apiKeys,
    devices,
  } = ends;
  const rest = [resetTokens, verificationLinks, secureLinks, adminTokens, apiKeys].map(invalidated);
  return [
    EVENTS[event as AccessEvent],
    SESSIONS[sessions],
    EXTENT[signIns],
    EXTENT[pendingAddress],
    ...rest,
    DEVICES[devices],
  ];
}

it('docs/security/what-ends.md shows the table of what ends with what', () => {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(HEADING);
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  const rows = lines.filter((line) => line.startsWith('|')).slice(2);
  const cells = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells).toEqual(Object.entries(WHAT_ENDS).map(rowOf));
});

it('an event that ends all sessions also ends all sign-ins that are under way', () => {
  const left = Object.values(WHAT_ENDS).filter(({ sessions, signIns }) => sessions === 'all' && signIns !== 'all');
  expect(left).toEqual([]);
});
