import { randomUUID } from 'node:crypto';
import { Clock } from '@app/database';
import { MigrationSource } from '../../../sessions/migration-source.js';
import { type Check, fail, ok, warn } from '../check.js';

const CURE = 'let MIGRATION_URL check the signature, and answer {"right": false} with status 200 for an unknown email';

/** Asks the earlier system about a user whom it cannot know. */
export const earlierSystem: Check = {
  name: 'earlier system',
  settings: ['MIGRATION_URL', 'MIGRATION_SECRET', 'MIGRATION_TIMEOUT', 'WEBHOOK_NETWORKS', 'NODE_ENV'],
  run: async ({ env }) => {
    if (env.migration === undefined) return ok('MIGRATION_URL=off: no earlier system is asked about passwords');
    const { host } = new URL(env.migration.url);
    try {
      const { right } = await new MigrationSource(env, new Clock()).check('doctor@latchkey.invalid', randomUUID());
      return right
        ? fail(`${host} accepts any password`, CURE)
        : ok(`${host} answers; switch it off when all have come`);
    } catch (error) {
      return warn(`${host} cannot be asked: ${(error as Error).message}`, CURE);
    }
  },
};
