import { commandLine, SecretBox } from '@app/config';
import { activeKey, KEY_SEAL } from '@app/tokens';
import { type Check, connected, fail, ok, warn } from './check.js';

const DAY = 86_400;
const OLD_DAYS = 180;

/** Checks that `AUTH_SECRET` decrypts the signing keys, and the age of the active key. */
export const keys: Check = {
  name: 'keys',
  needs: 'schema',
  settings: ['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS'],
  run: async (context) => {
    const rows = await connected(context).query(
      'SELECT kid, private_sealed, created_at, activates_at FROM signing_keys',
    );
    if (rows.length === 0) return ok('there are no signing keys of access tokens yet: the first start makes one');
    const cure =
      'set AUTH_SECRET to the secret that they were created with; while replacing it, the old one in AUTH_SECRET_PREVIOUS';
    if (!context.secretKnown)
      return fail('AUTH_SECRET is not set, which decrypts the signing keys of access tokens', cure);
    const box = new SecretBox(context.env, KEY_SEAL);
    const closed = rows.filter(({ kid, private_sealed }) => !box.open(String(private_sealed), String(kid)));
    if (closed.length > 0)
      return fail(
        `AUTH_SECRET does not decrypt ${closed.length} of ${rows.length} signing keys of access tokens`,
        cure,
      );
    const now = Date.now() / 1_000;
    const times = rows.map(({ kid, created_at, activates_at }) => ({
      kid: String(kid),
      createdAt: Number(created_at),
      activatesAt: activates_at === null ? null : Number(activates_at),
    }));
    // With a wrong clock no key may be active yet; the check of the clock reports that.
    const days = Math.max(0, Math.floor((now - activeKey(times, now).activatesAt) / DAY));
    const found = `AUTH_SECRET decrypts all signing keys of access tokens; the active key is ${days} days old`;
    return days > OLD_DAYS ? warn(found, commandLine('keys rotate')) : ok(found);
  },
};
