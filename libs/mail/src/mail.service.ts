import { Env } from '@app/config';
import { Database } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type {
  AddressNotice,
  EmailContent,
  EmailKind,
  FactorNotice,
  IdentityNotice,
  Requester,
  SecureLink,
  SignInFacts,
} from './email-kinds.js';
import { Outbox } from './outbox.js';

/** A decoy takes the same time as an email, but is never sent. */
type Status = 'queued' | 'decoy';

/**
 * Sends emails. An email of a transaction leaves after the commit, and not at all after a rollback. No email is lost when
 * the mail server is down or a process is killed.
 */
@Injectable()
export class MailService {
  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** @throws {ApiError} EMAIL_NOT_CONFIGURED when the service cannot send emails */
  requireConfigured(): void {
    if (!this.env.mailConfigured) throw new ApiError('EMAIL_NOT_CONFIGURED');
  }

  /** Whether the service sends emails. */
  get configured(): boolean {
    return this.env.mailConfigured;
  }

  /** @param content its `code` is in the same email, or an empty text */
  sendMagicLink(
    email: string,
    { code, ...content }: Pick<EmailContent, 'link' | 'code' | 'needsFactor'>,
    requester: Requester,
    status: Status,
  ): Promise<void> {
    const { magicLinkTtl: lifetime, emailCodeTtl: codeLifetime } = this.env;
    const codes = code ? { code, codeLifetime } : {};
    return this.send('magic-link', email, { lifetime, ...codes, ...content, ...requester }, status);
  }

  sendCode(email: string, code: string, requester: Requester, status: Status): Promise<void> {
    return this.send('email-code', email, { code, codeLifetime: this.env.emailCodeTtl, ...requester }, status);
  }

  sendVerification(email: string, link: string, requester: Requester): Promise<void> {
    return this.send('verify-email', email, { link, lifetime: this.env.verifyEmailTtl, ...requester });
  }

  sendPasswordReset(email: string, link: string, requester: Requester, status: Status): Promise<void> {
    return this.send('reset-password', email, { link, lifetime: this.env.resetPasswordTtl, ...requester }, status);
  }

  /** Asks a reader of a new address to confirm it. */
  sendConfirmation(
    newEmail: string,
    content: Pick<EmailContent, 'link' | 'lifetime' | 'account'>,
    requester: Requester,
  ): Promise<void> {
    return this.send('confirm-email', newEmail, { ...content, ...requester });
  }

  /** Does nothing when the service cannot send emails. */
  async notifyPasswordChanged(email: string, requester: Requester): Promise<void> {
    if (this.configured) await this.send('password-changed', email, { ...requester });
  }

  /** @param link leads to the page for a new password */
  notifyPasswordVoided(email: string, link: string, requester: Requester): Promise<void> {
    return this.send('password-voided', email, { link, lifetime: this.env.resetPasswordTtl, ...requester });
  }

  /** Notifies a user about the second factors. Does nothing when the service cannot send emails. */
  async notifyFactors(
    notice: FactorNotice,
    email: string,
    requester: Requester,
    secure: SecureLink = { link: '' },
  ): Promise<void> {
    if (this.configured) await this.send(notice, email, { ...secure, ...requester });
  }

  /**
   * Notifies a user about an identity, or the old address about a new one. Does nothing when the service cannot send emails.
   * @param content its `link` secures the account; an empty text in an email without one
   */
  async notify(
    notice: IdentityNotice | AddressNotice,
    email: string,
    content: Pick<EmailContent, 'provider' | 'newEmail' | 'link' | 'lifetime' | 'waits'>,
    requester: Requester,
  ): Promise<void> {
    if (this.configured) await this.send(notice, email, { ...content, ...requester });
  }

  /** Notifies a user of a reset of the factors that waits. @param link stops it @param lifetime until then, in seconds */
  notifyResetAsked(email: string, link: string, lifetime: number, requester: Requester): Promise<void> {
    return this.send('factor-reset-asked', email, { link, lifetime, ...requester });
  }

  /** Does nothing when the service cannot send emails. @param lifetime how long an administrator acts as the user, in seconds */
  async notifyImpersonated(email: string, lifetime: number, requester: Requester): Promise<void> {
    if (this.configured) await this.send('impersonated', email, { lifetime, ...requester });
  }

  /** Does nothing when the service cannot send emails. @param left how many codes are unused */
  async notifyRecoveryCodeUsed(email: string, left: number, requester: Requester): Promise<void> {
    if (this.configured) await this.send('recovery-code-used', email, { left, ...requester });
  }

  /** Removes the emails of deleted users, also queued ones: see `Outbox.forget()`. */
  forget(emails: string[], since?: string): Promise<void> {
    return this.outbox.forget(emails, since);
  }

  /**
   * Sends a failed email again, or sends at once an email that waits for its next try. Does nothing to an email that is being
   * sent.
   * @throws {ApiError} MESSAGE_NOT_FOUND; INVALID_REQUEST for an email that was sent
   */
  async retry(id: string): Promise<void> {
    this.database.requireTransaction();
    if (await this.outbox.retryNow(id)) {
      this.database.afterCommit(() => this.outbox.onQueued());
      return;
    }
    const status = await this.outbox.statusOf(id);
    if (status === undefined) throw new ApiError('MESSAGE_NOT_FOUND');
    if (status === 'sent') throw new ApiError('INVALID_REQUEST', 'The message has been sent, and its text is erased.');
  }

  /** Sends an email of any kind. */
  async send(kind: EmailKind, email: string, content: EmailContent, status: Status = 'queued'): Promise<void> {
    await this.outbox.add(kind, email, content, status);
    this.database.afterCommit(() => this.outbox.onQueued());
  }

  /** Mails about a sign-in on a new device. @param dueAt when, in epoch seconds; left out for now */
  async notifySignIn(email: string, content: EmailContent, dueAt?: number): Promise<void> {
    await this.outbox.add('new-sign-in', email, content, 'queued', dueAt);
    this.database.afterCommit(() => this.outbox.onQueued());
  }

  /** Names one more sign-in in an email that waits for this time. False if it waits no more. */
  addSignIn(email: string, dueAt: number, signIn: SignInFacts): Promise<boolean> {
    const change = (content: EmailContent) => ({ ...content, more: [...(content.more ?? []), signIn] });
    return this.outbox.amend('new-sign-in', email, dueAt, change);
  }
}

/** An admin token, as an email names it. */
interface NamedToken {
  name: string;
  scopes: string[];
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
}

/** Informs users who administer. Does nothing when the service cannot send emails. */
@Injectable()
export class AdministratorNotices {
  constructor(private readonly mail: MailService) {}

  /** The email is not in the language of the administrator who gave the scopes, and does not name a browser. */
  async scopesGiven(email: string, scopes: string[]): Promise<void> {
    if (this.mail.configured) await this.mail.send('admin-scopes-given', email, { scopes: scopes.join(', ') });
  }

  async tokenMade(email: string, token: NamedToken, secure: SecureLink, requester: Requester): Promise<void> {
    if (!this.mail.configured) return;
    const { name, scopes, expiresAt } = token;
    const content = { name, scopes: scopes.join(', '), until: expiresAt, ...secure, ...requester };
    await this.mail.send('admin-token-made', email, content);
  }
}

/** Informs users about their API keys. Does nothing when the service cannot send emails. */
@Injectable()
export class KeyNotices {
  constructor(private readonly mail: MailService) {}

  /** @param content its `keys` are the names of the keys */
  async revoked(email: string, content: Pick<EmailContent, 'keys' | 'leaked'>, requester: Requester): Promise<void> {
    if (this.mail.configured) await this.mail.send('api-keys-revoked', email, { ...content, ...requester });
  }
}
