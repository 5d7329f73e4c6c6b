import { type Check, connected, ok, warn } from '../check.js';

/** The check reads the newest sessions only, so that its time does not grow with the service. */
const MOST_SESSIONS = 10_000;

const OVERDUE = `SELECT COUNT(*) AS number FROM (
    SELECT uid, acr, ended_at, expires_at, impersonator, factor_due_at, device_id FROM sessions ORDER BY session_id DESC LIMIT ${MOST_SESSIONS}
  ) AS newest JOIN users ON users.uid = newest.uid
  WHERE acr = 'aal1' AND ended_at IS NULL AND expires_at > ? AND impersonator IS NULL
    AND (? = 1 OR (factor_due_at IS NOT NULL AND (admin_scopes <> '' OR mfa = 'required')))
    AND (mfa_due_at <= ? OR (mfa_due_at IS NULL AND ? = 0))
    AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.device_id = newest.device_id AND trusted_until > ?)`;

/** Counts sessions by one factor of users who must have a second one by now. Each ends at its next refresh. */
export const sessions: Check = {
  name: 'sessions',
  needs: 'schema',
  settings: ['MFA', 'MFA_GRACE'],
  run: async (context) => {
    const { mfa, mfaGrace } = context.env;
    if (mfa === 'off') return ok('MFA=off: no session needs a second factor');
    const now = Math.floor(Date.now() / 1_000);
    const [row] = await connected(context).query(OVERDUE, [now, mfa === 'required' ? 1 : 0, now, mfaGrace, now]);
    const number = Number(row?.number);
    if (number === 0)
      return ok(`of the newest ${MOST_SESSIONS} sessions, none lacks a second factor that its user must have by now`);
    return warn(
      `of the newest ${MOST_SESSIONS} sessions, this many lack a second factor that their users must have by now: ${number}`,
      'wait: each ends at its next refresh; or end the sessions of a user: DELETE /api/admin/users/{uid}/sessions',
    );
  },
};
