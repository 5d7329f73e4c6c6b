import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LASTING, ONE_TIME } from '@app/tokens';
import { type AccessEvent, type Ends, WHAT_ENDS } from './what-ends.js';

const PAGE = resolve(__dirname, '../../../../docs/security/what-ends.md');
const HEADING = '## What ends with what';

/** The events in the words of docs/security/what-ends.md. A new event does not compile here until it has words. */
const EVENTS: Record<AccessEvent, string> = {
  owner_is_back: 'The owner is back: a first proof, a used reset token, the answer to a theft',
  password_changed: 'The user changes the password',
  password_set_by_administrator: 'An administrator sets a password',
  address_set_by_administrator: 'An administrator sets an email',
  address_changed: 'The user changes the email, or confirms a new one',
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
  factor_added: 'The user adds a passkey, or a further factor',
  factors_reset: 'An administrator resets the factors',
  factor_required: 'An administrator requires a second factor',
  identity_unlinked: 'An external identity is unlinked',
  signed_out_at_provider: 'A logout token of a provider, or the provider ends',
  scopes_changed: 'Admin scopes are given, widened or taken',
};

const SESSIONS: Record<Ends['sessions'], string> = {
  all: 'all',
  of_owner: 'all',
  others: 'all others',
  one: 'this one',
  surplus: 'the oldest',
  weak: 'of one factor',
  of_provider: 'of provider',
  of_device: 'of that device',
  none: 'none',
};

function rowOf([event, { sessions, rung, pendingAddress, secureLinks, begun }]: [string, Ends]): string[] {
  const cells = [SESSIONS[sessions], rung === 0 ? 'none' : `1 to ${rung}`.replace('1 to 1', '1'), pendingAddress];
  return [EVENTS[event as AccessEvent], ...cells, secureLinks ? 'end' : 'stay', begun ? 'ends' : 'stays'];
}

/** The cells of each line of a table. */
function cellsIn(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it('docs/security/what-ends.md shows the table of what ends with what', () => {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split(HEADING);
  const [, table = ''] = section.split('\n## ')[0]?.split('| event ') ?? [];
  expect(cellsIn(table).slice(1)).toEqual(Object.entries(WHAT_ENDS).map(rowOf));
});

it('docs/security/what-ends.md shows how each kind of access ends', () => {
  const kinds = [...Object.values(ONE_TIME), ...Object.values(LASTING)];
  const cells = kinds.map(({ words, rung, livesIn, proofHere }) => {
    return [words, String(rung), livesIn.join(', '), proofHere ? 'yes' : 'no'];
  });
  const [, table = ''] = readFileSync(PAGE, 'utf8').split('| needs a proof shown here |');
  expect(cellsIn(table.split('\n\n')[0] ?? '').slice(1)).toEqual(cells);
});

it('an event that ends all sessions also ends all sign-ins that are under way', () => {
  const all = Object.values(WHAT_ENDS).filter(({ sessions }) => sessions === 'all' || sessions === 'of_owner');
  expect(all.filter(({ rung }) => rung === 0)).toEqual([]);
});
