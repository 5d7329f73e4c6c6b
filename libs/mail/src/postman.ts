import { Env } from '@app/config';
import { Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import { type LetterContent, Letters } from './letters.js';
import type { Message } from './message.entity.js';

/** Writes a letter and hands it to the mail server. */
@Injectable()
export class Postman {
  constructor(
    private readonly env: Env,
    private readonly letters: Letters,
    private readonly mailer: MailerService,
  ) {}

  /** Resolves when the mail server has taken the letter over; rejects with what it said. */
  async deliver({ id, kind, recipient }: Message, content: LetterContent): Promise<void> {
    await this.mailer.sendMail({
      ...this.letters.write(kind, content),
      from: this.env.mailFrom,
      // As an object, so that nothing in the address can be read as a list of addresses or as a header.
      to: { name: '', address: recipient },
      // The same in every try: a mailbox that gets a letter twice can tell.
      messageId: `<${id}@${new URL(this.env.baseUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }
}

/** Whether the recipient's server refused the recipient for good (RFC 5321, section 4.2.1: 5yz). */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}
