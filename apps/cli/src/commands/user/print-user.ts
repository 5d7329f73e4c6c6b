import type { AdminUserView } from '@app/flows';
import { fields, type OutputOptions, print, time } from '../../terminal/output.js';

/** How commands name a user. */
export const WHO = '<uid-or-email>';

export function printUser(user: AdminUserView, output: OutputOptions): void {
  const { created_at, updated_at, last_login, ...others } = user;
  const times = { created_at: time(created_at), updated_at: time(updated_at), last_login: time(last_login) };
  print(user, output, () => fields({ ...others, ...times }));
}
