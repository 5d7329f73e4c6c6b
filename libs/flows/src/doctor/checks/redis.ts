import { pingRedis } from '@app/limits';
import { type Check, ok, warn } from './check.js';

/** Checks that the service reaches the Redis in which replicas share their limits. */
export const redis: Check = {
  name: 'redis',
  settings: ['REDIS_URL'],
  run: async ({ env: { redisUrl, rateLimit } }) => {
    if (redisUrl === undefined) return ok('REDIS_URL=none: each process counts its limits alone');
    if (!rateLimit) return ok('REDIS_URL is not used with RATE_LIMIT=off');
    const { host } = new URL(redisUrl);
    try {
      await pingRedis(redisUrl);
      return ok(`${host} answers: replicas share their limits`);
    } catch (error) {
      // Messages of the server contain the user at most, never the password.
      return warn(
        `${host} cannot be used (${(error as Error).message}): each process counts its limits alone`,
        'start it, open the way to it, or correct REDIS_URL',
      );
    }
  },
};
