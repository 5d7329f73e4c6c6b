import { Env, parseLocale } from '@app/config';
import { Clock, type ListPage } from '@app/database';
import { ApiError, failsWith } from '@app/errors';
import { OperationsService } from '@app/flows';
import {
  EMAIL_STATUSES,
  type EmailFilter,
  type EmailPreview,
  EmailWriter,
  MailService,
  type Message,
  type PreviewedKind,
} from '@app/mail';
import { normaliseEmail } from '@app/users';
import { Controller, Header, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t, viewOf } from '../wire/answers.dto.js';
import { f, Request } from '../wire/fields.dto.js';
import { PageQuery, PageView, q, toPage } from '../wire/parameters.dto.js';

class MessageQuery extends Request(PageQuery, {
  status: f.optional(f.choice(EMAIL_STATUSES, 'Only emails with this status.')),
  recipient: q.address('Only emails to this address, case-insensitive.'),
}) {}

function toEmailFilter({ status, recipient }: MessageQuery): EmailFilter {
  return { status, recipient: recipient && normaliseEmail(recipient) };
}

/** An email without its text. */
class MessageView extends Answer({
  id: t.uuid(),
  kind: t.string({ description: 'The kind of email.', example: 'magic-link' }),
  recipient: t.string({ format: 'email' }),
  status: t.oneOf<string>(EMAIL_STATUSES, '`failed` emails are not retried.'),
  attempts: t.integer('The number of attempts to send it.'),
  created_at: t.time(),
  due_at: t.integer('The next attempt of a queued email, in UNIX epoch seconds.'),
  sent_at: t.timeOrNull('if it was not sent'),
  last_error: t.orNull(t.string('Why the last attempt failed.')),
}) {}

export class MessageList extends Answer(PageView, {
  messages: t.list(MessageView, 'Newest first.'),
}) {}

function toMessageList(page: ListPage<Message>): MessageList {
  return { messages: page.rows.map((message) => viewOf(MessageView, message)), ...toPage(page) };
}

const LANGUAGE = failsWith('INVALID_REQUEST', '$property must be a language tag, such as de or pt-BR');
const isLanguage = (value: unknown) => typeof value === 'string' && parseLocale(value) !== undefined;

class TemplateQuery extends Request({
  language: f.optional(
    f.any<string>(
      { type: String, description: 'The language of the reader. Default: that of `MAIL_LOCALE`.', example: 'de' },
      ValidateBy({ name: 'isLanguage', validator: { validate: isLanguage } }, LANGUAGE),
    ),
  ),
}) {}

class TemplateView extends Answer({
  kind: t.string({ description: 'The kind of email.', example: 'magic-link' }),
  languages: t.strings({ description: 'The languages that have templates.', example: ['en'] }),
}) {}

export class TemplateList extends Answer({
  default_language: t.string({
    description:
      'The language for a reader of any other: `MAIL_LOCALE`, or English for an email that is not written in it.',
    example: 'en',
  }),
  templates: t.list(TemplateView),
}) {}

/** An email with example values. */
export class TemplatePreview extends Answer({
  kind: t.string({ example: 'magic-link' }),
  language: t.string('The language that a reader with the given one gets.'),
  subject: t.string(),
  text: t.string(),
  html: t.string(),
}) {}

function toTemplateList(defaultLanguage: string, templates: PreviewedKind[]): TemplateList {
  return {
    default_language: defaultLanguage,
    templates: templates.map(({ kind, languages }) => ({ kind, languages })),
  };
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
    private readonly emails: MailService,
  ) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListMessages',
    summary: 'List the emails in the outbox',
    description: 'Without their content.',
    answers: MessageList,
  })
  async list(@Query() query: MessageQuery): Promise<MessageList> {
    return toMessageList(await this.emails.list(toEmailFilter(query), query));
  }

  @Endpoint('POST :id/retry', Access('admin', 'write', 'changes'), {
    id: 'adminRetryMessage',
    summary: 'Send a failed or queued email now',
    description: 'The email is sent in the background.',
    parameters: { id: 'The `id` of an email in the outbox.' },
    fails: ['MESSAGE_NOT_FOUND', 'EMAIL_NOT_CONFIGURED'],
  })
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

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListTemplates',
    summary: 'List the kinds of emails',
    description: 'With the languages of their templates.',
    answers: TemplateList,
  })
  list(): TemplateList {
    return toTemplateList(this.env.mailLocale, this.writer.kinds());
  }

  @Endpoint('GET :kind', Access('admin', 'read', 'reads'), {
    id: 'adminPreviewTemplate',
    summary: 'Write an email with example values',
    description: 'By the templates in force, as a reader gets it. Its link and its code do not work.',
    answers: TemplatePreview,
  })
  preview(@Param('kind') kind: string, @Query() { language }: TemplateQuery): TemplatePreview {
    return viewOf(TemplatePreview, this.find(kind, language));
  }

  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', POLICY)
  @Header('x-frame-options', 'SAMEORIGIN')
  @Header('cross-origin-resource-policy', 'same-origin')
  @Endpoint('GET :kind/page', Access('admin', 'read', 'reads'), {
    id: 'adminShowTemplate',
    summary: 'Show the HTML of an email with example values',
    description: 'As a page for a sandboxed frame of the console: it runs and loads nothing.',
    text: { type: 'text/html', description: 'The HTML of the email, as a page that runs and loads nothing.' },
  })
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
