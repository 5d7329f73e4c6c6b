import type { Page } from '@app/database';
import { LETTER_STATUSES, type LetterStatus, type Message } from '@app/mail';
import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, PageView, toPage } from '../../wire/page.dto.js';
import { Choice } from '../../wire/parameters.js';

export class MessageQuery extends PageQuery {
  @Choice(LETTER_STATUSES, 'Only letters that have come so far.')
  status?: LetterStatus;
}

/** A letter, without what it says. */
export class MessageView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ description: 'Which letter it is.', example: 'magic-link' })
  kind!: string;

  @ApiProperty({ format: 'email' })
  recipient!: string;

  @ApiProperty({ enum: LETTER_STATUSES, description: '`failed` is one that was given up.' })
  status!: string;

  @ApiProperty({ type: 'integer', description: 'How often it was tried to send it.' })
  attempts!: number;

  @ApiProperty({ type: 'integer', description: 'UNIX epoch seconds.' })
  created_at!: number;

  @ApiProperty({ type: 'integer', description: 'When a queued one is tried next, in UNIX epoch seconds.' })
  due_at!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX epoch seconds; null if it was not sent.' })
  sent_at!: number | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Why the newest try failed.' })
  last_error!: string | null;
}

export class MessageList extends PageView {
  @ApiProperty({ type: [MessageView], description: 'Newest first.' })
  messages!: MessageView[];
}

export function toMessageList(page: Page<Message>): MessageList {
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
