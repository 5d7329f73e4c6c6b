import { domainToUnicode } from 'node:url';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { BreachedPasswords } from '../breach/breached-passwords.js';
import { PasswordScorer } from './password-scorer.js';
import { MAX_CHARACTERS, passwordText } from './password-text.js';

/** Why a password is refused, in the log, and for pages in other languages than that of the message. */
export type WeakPassword = 'too short' | 'too long' | 'not Unicode' | 'like the account' | 'guessable' | 'breached';

interface Objection {
  reason: WeakPassword;
  message: string;
}

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
   * @throws {ApiError} WEAK_PASSWORD, whose message says how to improve the password, with a reason; UNAVAILABLE when breached
   * passwords are out of reach, and the settings are strict
   */
  async check(given: string, email: string, account = email): Promise<void> {
    const password = passwordText(given);
    const objection =
      this.formObjection(password, email) ??
      (await this.scoreObjection(password, email, account)) ??
      (await this.breachObjection(password));
    if (objection !== undefined) throw new ApiError('WEAK_PASSWORD', objection.message, { reason: objection.reason });
  }

  private formObjection(password: string, email: string): Objection | undefined {
    const { length } = [...password];
    const least = this.env.passwordMinLength;
    if (length < least) return weak('too short', `The password must have at least ${least} characters.`);
    if (length > MAX_CHARACTERS)
      return weak('too long', `The password must have at most ${MAX_CHARACTERS} characters.`);
    if (!password.isWellFormed()) return weak('not Unicode', 'The password must be valid Unicode text.');
    const names = [...writtenForms(email), email.slice(0, email.lastIndexOf('@')), this.env.appName];
    if (names.map(folded).includes(folded(password))) {
      const message = 'The password must not be the email, the part of it before the @, or the name of this service.';
      return weak('like the account', message);
    }
    return undefined;
  }

  private async scoreObjection(password: string, email: string, account: string): Promise<Objection | undefined> {
    const guessable = [...writtenForms(email).flatMap((form) => [form, ...form.split(/[@.]/)]), this.env.appName];
    const minScore = this.env.passwordMinScore;
    const { accepted, advice } = await this.scorer.score(account, { password, guessable, minScore });
    if (accepted) return undefined;
    const better = advice || 'Add another word or two. Uncommon words are better.';
    return weak('guessable', `The password is too easy to guess. ${better}`);
  }

  private async breachObjection(password: string): Promise<Objection | undefined> {
    if (!(await this.breached.has(password))) return undefined;
    const message = 'This password has appeared in a data breach, so attackers try it. Choose another password.';
    return weak('breached', message);
  }
}

/** An email as it is stored, and as people write it if its domain is international. */
function writtenForms(email: string): string[] {
  const end = email.lastIndexOf('@') + 1;
  return [...new Set([email, email.slice(0, end) + domainToUnicode(email.slice(end))])];
}

function weak(reason: WeakPassword, message: string): Objection {
  return { reason, message };
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
