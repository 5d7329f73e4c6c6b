import { normaliseEmail } from '@app/config';
import { isEmail } from 'class-validator';

const MAX_LENGTH = 254;

/** An address in the form in which users have theirs. Null for anything else. Quoted local parts are for attackers only. */
export function toAddress(value: unknown): string | null {
  const email = typeof value === 'string' ? normaliseEmail(value) : undefined;
  return email !== undefined && email.length <= MAX_LENGTH && !email.includes('"') && isEmail(email) ? email : null;
}
