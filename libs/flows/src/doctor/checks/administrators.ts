import { commandLine } from '@app/config';
import { countAdministrators } from './administrator-counts.js';
import { type Check, connected, ok, warn } from './check.js';

/** Counts users with admin scopes who cannot use them. */
export const administrators: Check = {
  name: 'admins',
  needs: 'schema',
  run: async (context) => {
    const { number, resting } = await countAdministrators((sql) => connected(context).query(sql), context.env);
    if (resting === 0)
      return ok(
        number === 0
          ? 'no user has admin scopes'
          : `all users with admin scopes (${number}) have a second factor and a proved address, and can use them`,
      );
    return warn(
      `users with admin scopes who cannot use them, without a second factor or a proved address: ${resting}`,
      `let them confirm the email and add a second factor, or take the scopes: ${commandLine('user set-admin-scopes UID none')}`,
    );
  },
};
