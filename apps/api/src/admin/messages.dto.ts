import { parseLocale } from '@app/config';
import type { ListPage } from '@app/database';
import { failsWith } from '@app/errors';
import { Address, Choice, MayBeLeftOut, PageQuery, PageView, Time, TimeOrNull, toPage } from '@app/flows';
import {
  EMAIL_STATUSES,
  type EmailFilter,
  type EmailPreview,
  type EmailStatus,
  type Message,
  type PreviewedKind,
} from '@app/mail';
import { normaliseEmail } from '@app/users';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';

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

const LANGUAGE = failsWith('INVALID_REQUEST', '$property must be a language tag, such as de or pt-BR');
const isLanguage = (value: unknown) => typeof value === 'string' && parseLocale(value) !== undefined;

export class TemplateQuery {
  @MayBeLeftOut()
  @ValidateBy({ name: 'isLanguage', validator: { validate: isLanguage } }, LANGUAGE)
  @ApiPropertyOptional({ description: 'The language of the reader. Default: that of `MAIL_LOCALE`.', example: 'de' })
  language?: string;
}

export class TemplateView {
  @ApiProperty({ description: 'The kind of email.', example: 'magic-link' })
  kind!: string;

  @ApiProperty({ type: [String], description: 'The languages that have templates.', example: ['en'] })
  languages!: string[];
}

export class TemplateList {
  @ApiProperty({
    description:
      'The language for a reader of any other: `MAIL_LOCALE`, or English for an email that is not written in it.',
    example: 'en',
  })
  default_language!: string;

  @ApiProperty({ type: [TemplateView] })
  templates!: TemplateView[];
}

/** An email with example values. */
export class TemplatePreview {
  @ApiProperty({ example: 'magic-link' })
  kind!: string;

  @ApiProperty({ description: 'The language that a reader with the given one gets.' })
  language!: string;

  @ApiProperty()
  subject!: string;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  html!: string;
}

export function toTemplateList(defaultLanguage: string, templates: PreviewedKind[]): TemplateList {
  return {
    default_language: defaultLanguage,
    templates: templates.map(({ kind, languages }) => ({ kind, languages })),
  };
}

export function toTemplatePreview({ kind, language, subject, text, html }: EmailPreview): TemplatePreview {
  return { kind, language, subject, text, html };
}

/** The HTML for a frame that allows no new windows: a click on a link of the email then does nothing. */
export function toFrame({ html }: EmailPreview): string {
  return html.replace(/<head\b[^>]*>/i, '$&<base target="_blank">');
}
