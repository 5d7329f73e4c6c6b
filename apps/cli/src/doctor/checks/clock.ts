import { type Check, connected, fail, ok, warn } from '../check.js';

const WARN_SECONDS = 2;
const FAIL_SECONDS = 30;
const CURE = 'let both machines take their time from the same NTP servers';

/** A clock that is off makes tokens that other services take for expired, or for not yet valid. */
export const clock: Check = {
  name: 'clock',
  needs: 'database',
  run: async (patient) => {
    if (patient.env.database.type === 'sqlite') return ok('the database is on this machine');
    const before = Date.now();
    const [row] = await connected(patient).query('SELECT UNIX_TIMESTAMP(NOW(6)) AS now');
    const here = (before + Date.now()) / 2_000;
    const off = here - Number(row?.now);
    const found = `${Math.abs(off).toFixed(1)} s ${off < 0 ? 'behind' : 'ahead of'} the clock of the database`;
    if (Math.abs(off) > FAIL_SECONDS) return fail(found, CURE);
    return Math.abs(off) > WARN_SECONDS ? warn(found, CURE) : ok(found);
  },
};
