import { Injectable } from '@nestjs/common';
import type { Requester, SecureLink } from './emails/email-kinds.js';
import { MailService } from './mail.service.js';

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
