import { Env, parseLocale } from '@app/config';
import { Clock, type ListPage } from '@app/database';
import { ApiError, failsWith } from '@app/errors';
import { OperationsService } from '@app/flows';
import {
  EMAIL_STATUSES,
  type EmailFilter,
  type EmailPreview,
  type EmailStatus,
  EmailWriter,
  type Message,
  Outbox,
  type PreviewedKind,
} from '@app/mail';
import { normaliseEmail } from '@app/users';
import { Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { MayBeLeftOut, Time, TimeOrNull } from '../wire/fields.dto.js';
import { Address, Choice, PageQuery, PageView, toPage } from '../wire/parameters.dto.js';

class MessageQuery extends PageQuery {
  @Choice(EMAIL_STATUSES, 'Only emails with this status.')
  status?: EmailStatus;

  @Address('Only emails to this address, case-insensitive.')
  recipient?: string;
}

function toEmailFilter({ status, recipient }: MessageQuery): EmailFilter {
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

function toMessageList(page: ListPage<Message>): MessageList {
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

class TemplateQuery {
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

function toTemplateList(defaultLanguage: string, templates: PreviewedKind[]): TemplateList {
  return {
    default_language: defaultLanguage,
    templates: templates.map(({ kind, languages }) => ({ kind, languages })),
  };
}

function toTemplatePreview({ kind, language, subject, text, html }: EmailPreview): TemplatePreview {
  return { kind, language, subject, text, html };
}

/** The HTML for a frame that allows no new windows: a click on a link of the email then does nothing. */
function toFrame({ html }: EmailPreview): string {
  return html.replace(/<head\b[^>]*>/i, '$&<base target="_blank">');
}

@ApiTags('Admin: messages')
@Controller('api/admin/messages')
export class AdminMessagesController {
  constructor(
    private readonly service: OperationsService,
    private readonly emails: Outbox,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListMessages', answers: MessageList })
  @Access('admin', 'read', 'reads')
  async list(@Query() query: MessageQuery): Promise<MessageList> {
    return toMessageList(await this.emails.list(toEmailFilter(query), query));
  }

  @Post(':id/retry')
  @Endpoint({ id: 'adminRetryMessage', bodiless: true, fails: ['MESSAGE_NOT_FOUND', 'EMAIL_NOT_CONFIGURED'] })
  @Access('admin', 'write', 'changes')
  retry(@Param('id') id: string): Promise<void> {
    return this.service.retryMessage(id);
  }
}

/** An email has its styles in itself. It runs nothing, loads nothing, and only the console can frame it. */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

/** The emails with example values. */
@ApiTags('Admin: messages')
@Controller('api/admin/templates')
export class AdminTemplatesController {
  constructor(
    private readonly env: Env,
    private readonly writer: EmailWriter,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({ id: 'adminListTemplates', answers: TemplateList })
  @Access('admin', 'read', 'reads')
  list(): TemplateList {
    return toTemplateList(this.env.mailLocale, this.writer.kinds());
  }

  @Get(':kind')
  @Endpoint({ id: 'adminPreviewTemplate', answers: TemplatePreview })
  @Access('admin', 'read', 'reads')
  preview(@Param('kind') kind: string, @Query() { language }: TemplateQuery): TemplatePreview {
    return toTemplatePreview(this.find(kind, language));
  }

  @Get(':kind/page')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', POLICY)
  @Header('x-frame-options', 'SAMEORIGIN')
  @Header('cross-origin-resource-policy', 'same-origin')
  @Endpoint({
    id: 'adminShowTemplate',
    text: { type: 'text/html', description: 'The HTML of the email, as a page that runs and loads nothing.' },
  })
  @Access('admin', 'read', 'reads')
  page(@Param('kind') kind: string, @Query() { language }: TemplateQuery): string {
    return toFrame(this.find(kind, language));
  }

  /** @throws {ApiError} INVALID_REQUEST */
  private find(kind: string, language: string | undefined): EmailPreview {
    const preview = this.writer.preview(kind, language, this.clock.now());
    if (!preview) throw new ApiError('INVALID_REQUEST', 'There is no such kind of email.');
    return preview;
  }
}
