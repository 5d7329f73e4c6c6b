import type { ListPage } from '@app/database';
import { Address, Choice, PageQuery, PageView, Time, TimeOrNull, toPage } from '@app/flows';
import { EMAIL_STATUSES, type EmailFilter, type EmailStatus, type Message } from '@app/mail';
import { normaliseEmail } from '@app/users';
import { ApiProperty } from '@nestjs/swagger';

export class MessageQuery extends PageQuery {
  @Choice(EMAIL_STATUSES, 'Only emails with this status.')
  status?: EmailStatus;

  @Address('Only emails to this address, case-insensitive.')
  recipient?: string;
}

export function toEmailFilter({ status, recipient }: MessageQuery): EmailFilter {
  return { status, recipient: recipient && normaliseEmail(recipient) };
}

/** An email without its text. */
export class MessageView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'The kind of email.', example: 'magic-link' })
  kind!: string;

  @ApiProperty({ format: 'email' })
  recipient!: string;

  @ApiProperty({ enum: EMAIL_STATUSES, description: '`failed` emails are not retried.' })
  status!: string;

  @ApiProperty({ type: 'integer', description: 'The number of attempts to send it.' })
  attempts!: number;

  @Time()
  created_at!: number;

  @ApiProperty({ type: 'integer', description: 'The next attempt of a queued email, in UNIX epoch seconds.' })
  due_at!: number;

  @TimeOrNull('if it was not sent')
  sent_at!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the last attempt failed.' })
  last_error!: string | null;
}

export class MessageList extends PageView {
  @ApiProperty({ type: [MessageView], description: 'Newest first.' })
  messages!: MessageView[];
}

export function toMessageList(page: ListPage<Message>): MessageList {
  return { messages: page.rows.map(toMessageView), ...toPage(page) };
}

function toMessageView(message: Message): MessageView {
  const { id, kind, recipient, status, attempts, createdAt, dueAt, sentAt, lastError } = message;
  return {
    id,
    kind,
    recipient,
    status,
    attempts,
    created_at: createdAt,
    due_at: dueAt,
    sent_at: sentAt,
    last_error: lastError,
  };
}
