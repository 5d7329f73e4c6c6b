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
      return warn('there is none that works', 'latchkey admin-token create NAME --scopes read,write');
    }
    const named = (which: typeof rows) => which.map(({ name }) => `"${name}"`).join(', ');
    const ending = rows.filter(({ expires_at }) => expires_at !== null && Number(expires_at) < now + SOON);
    const unused = rows.filter(({ created_at, last_used_at }) => {
      return last_used_at === null && Number(created_at) < now - UNUSED;
    });
    const findings: Finding[] = [];
    if (ending.length > 0) {
      findings.push(...warn(`expire within ${SOON / DAY} days: ${named(ending)}`, 'make new ones before'));
    }
    if (unused.length > 0) {
      findings.push(...warn(`never used in ${UNUSED / DAY} days: ${named(unused)}`, 'latchkey admin-token revoke ID'));
    }
    const unlimited = rows.filter(
      ({ expires_at, created_by }) => expires_at === null && !OF_A_START.includes(String(created_by)),
    );
    if (unlimited.length > 0) {
      findings.push(...warn(`never expire: ${named(unlimited)}`, 'replace them by tokens with --expires-in'));
    }
    return findings.length > 0 ? findings : ok(`${rows.length} that work`);
  },
};
