import { commandLine } from '@app/config';
import { type Check, connected, type Finding, ok, warn } from './check.js';

const DAY = 86_400;
const SOON = 14 * DAY;
const UNUSED = 30 * DAY;
/** The makers of tokens that a start makes. */
const OF_A_START = ['env', 'system', 'console'];

export const adminTokens: Check = {
  name: 'admin tokens',
  needs: 'schema',
  run: async (context) => {
    const now = Math.floor(Date.now() / 1_000);
    const rows = await connected(context).query(
      'SELECT name, created_by, created_at, expires_at, last_used_at FROM admin_tokens ' +
        'WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
      [now],
    );
    const { production } = context.env;
    if (rows.length === 0 && production) {
      return warn('there is no valid admin token', commandLine('admin-token create NAME --scopes read,write'));
    }
    const findings = complaints(rows, now);
    const fine = `valid admin tokens: ${rows.length}; none expires within ${SOON / DAY} days or is unused`;
    return findings.length > 0 ? findings : ok(fine);
  },
};

function complaints(rows: Record<string, unknown>[], now: number): Finding[] {
  const about = (found: string, cure: string, wrong: (row: Record<string, unknown>) => boolean): Finding[] => {
    const names = rows.filter(wrong).map(({ name }) => `"${name}"`);
    return names.length > 0 ? warn(`admin tokens that ${found}: ${names.join(', ')}`, cure) : [];
  };
  return [
    ...about(
      `expire within ${SOON / DAY} days`,
      'make new ones before',
      ({ expires_at }) => expires_at !== null && Number(expires_at) < now + SOON,
    ),
    ...about(
      `were never used in ${UNUSED / DAY} days`,
      commandLine('admin-token revoke ID'),
      ({ created_at, last_used_at }) => last_used_at === null && Number(created_at) < now - UNUSED,
    ),
    ...about(
      'never expire',
      'replace them by tokens with --expires-in',
      ({ expires_at, created_by }) => expires_at === null && !OF_A_START.includes(String(created_by)),
    ),
  ];
}
