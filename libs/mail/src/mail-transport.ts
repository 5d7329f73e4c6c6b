import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Env } from '@app/config';
import { tracedAlone } from '@app/tracing';
import { Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import type { EmailContent } from './email-kinds.js';
import { EmailWriter } from './email-writer.js';
import type { Message } from './outbox.js';

/**
 * The name by which the service introduces itself to a mail server (EHLO): the one that `SMTP_URL` gives, the full name of this machine,
 * or the host of `BASE_URL`. Many servers refuse a name without a dot, and the address 127.0.0.1.
 */
export function ehloName({ smtpUrl, baseUrl }: Pick<Env, 'smtpUrl' | 'baseUrl'>, machine = hostname()): string {
  const given = smtpUrl === undefined ? null : new URL(smtpUrl).searchParams.get('name');
  const name = given ?? (machine.includes('.') ? machine : new URL(baseUrl).hostname);
  if (name.startsWith('[') && given === null) return `[IPv6:${name.slice(1, -1)}]`;
  return isIP(name) ? `[${name}]` : name;
}

/** Writes an email and sends it to the mail server. */
@Injectable()
export class MailTransport {
  constructor(
    private readonly env: Env,
    private readonly writer: EmailWriter,
    private readonly mailer: MailerService,
  ) {}

  /** Resolves when the mail server has accepted the email; rejects with the answer of the server. */
  async send(message: Message, content: EmailContent): Promise<void> {
    const span = { name: 'send email', kind: 'client' as const, attributes: { 'latchkey.email.kind': message.kind } };
    await tracedAlone(span, () => this.deliver(message, content));
  }

  private async deliver({ id, kind, recipient, createdAt }: Message, content: EmailContent): Promise<void> {
    await this.mailer.sendMail({
      ...this.writer.write(kind, content, createdAt),
      // The logo travels with the email: programs block images from elsewhere, and Gmail those in the HTML itself.
      attachDataUrls: true,
      from: this.env.mailFrom,
      // An object, so that nothing in the address is parsed as a list of addresses or as a header.
      to: { name: '', address: recipient },
      // The same in every try, so that a mailbox can recognise an email that arrives twice.
      messageId: `<${id}@${new URL(this.env.baseUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}

/**
 * Whether the server of the recipient rejected the recipient permanently (RFC 5321, section 4.2.1: 5yz). Postfix refuses the name of
 * the sending machine only here, and that can be corrected.
 */
export function isPermanentRefusal(error: unknown): boolean {
  const {
    responseCode,
    command,
    response = '',
  } = error as Partial<Record<'command' | 'response', string>> & {
    responseCode?: number;
  };
  return (
    command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500 && !/\b(?:helo|ehlo)\b/i.test(response)
  );
}

/** Whether the package of the local inbox is installed. An installation for production leaves it out. */
export function isInboxInstalled(): boolean {
  const folders = createRequire(import.meta.url).resolve.paths('maildev') ?? [];
  return folders.some((folder) => existsSync(join(folder, 'maildev')));
}
