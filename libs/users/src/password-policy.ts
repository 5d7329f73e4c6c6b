import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { PasswordPool } from './password-pool.js';

const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 256;

/** Which passwords are good enough (OWASP ASVS 5.0, V6.2: length and guessability, no composition rules). */
@Injectable()
export class PasswordPolicy {
  constructor(
    private readonly env: Env,
    private readonly pool: PasswordPool,
  ) {}

  /** @throws {ApiError} WEAK_PASSWORD saying what would help */
  async check(password: string, email: string): Promise<void> {
    const objection = formObjection(password, email) ?? (await this.guessObjection(password, email));
    if (objection !== undefined) throw new ApiError('WEAK_PASSWORD', objection);
  }

  private async guessObjection(password: string, email: string): Promise<string | undefined> {
    const wanted = this.env.passwordMinScore;
    if (wanted === 0) return undefined;
    const guessable = [email, ...email.split(/[@.]/)];
    const { enough, advice } = await this.pool.weigh({ password, guessable, wanted });
    if (enough) return undefined;
    return `The password is too easy to guess. ${advice || 'Add another word or two. Uncommon words are better.'}`;
  }
}

/** Characters are code points. */
function formObjection(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length < MIN_CHARACTERS) return `The password must have at least ${MIN_CHARACTERS} characters.`;
  if (length > MAX_CHARACTERS) return `The password must have at most ${MAX_CHARACTERS} characters.`;
  if (!password.isWellFormed()) return 'The password must be valid Unicode text.';
  const folded = password.trim().toLowerCase();
  if ([email, email.slice(0, email.lastIndexOf('@'))].includes(folded)) {
    return 'The password must not be the email, or the part of it before the @.';
  }
  return undefined;
}
