import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { BreachedPasswords } from '../breach/breached-passwords.js';
import { MAX_CHARACTERS } from './password-length.js';
import { PasswordScorer } from './password-scorer.js';

/** Which passwords are strong enough (OWASP ASVS 5.0, V6.2: length and guessability, no composition rules). */
@Injectable()
export class PasswordPolicy {
  constructor(
    private readonly env: Env,
    private readonly scorer: PasswordScorer,
    private readonly breached: BreachedPasswords,
  ) {}

  /**
   * @param account see `PasswordScorer.score()`
   * @throws {ApiError} WEAK_PASSWORD, whose message says how to improve the password; UNAVAILABLE when breached passwords are
   * out of reach, and the settings are strict
   */
  async check(password: string, email: string, account = email): Promise<void> {
    const objection =
      this.formObjection(password, email) ??
      (await this.scoreObjection(password, email, account)) ??
      (await this.breachObjection(password));
    if (objection !== undefined) throw new ApiError('WEAK_PASSWORD', objection);
  }

  private formObjection(password: string, email: string): string | undefined {
    const { length } = [...password];
    const least = this.env.passwordMinLength;
    if (length < least) return `The password must have at least ${least} characters.`;
    if (length > MAX_CHARACTERS) return `The password must have at most ${MAX_CHARACTERS} characters.`;
    if (!password.isWellFormed()) return 'The password must be valid Unicode text.';
    const names = [email, email.slice(0, email.lastIndexOf('@')), this.env.appName];
    if (names.map(folded).includes(folded(password))) {
      return 'The password must not be the email, the part of it before the @, or the name of this service.';
    }
    return undefined;
  }

  private async scoreObjection(password: string, email: string, account: string): Promise<string | undefined> {
    const guessable = [email, ...email.split(/[@.]/), this.env.appName];
    const minScore = this.env.passwordMinScore;
    const { accepted, advice } = await this.scorer.score(account, { password, guessable, minScore });
    if (accepted) return undefined;
    return `The password is too easy to guess. ${advice || 'Add another word or two. Uncommon words are better.'}`;
  }

  private async breachObjection(password: string): Promise<string | undefined> {
    if (!(await this.breached.has(password))) return undefined;
    return 'This password has appeared in a data breach, so attackers try it. Choose another password.';
  }
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
