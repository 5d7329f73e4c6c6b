import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { OperationsService } from '@app/flows';
import { type EmailPreview, EmailQueries, EmailWriter } from '@app/mail';
import { Controller, Get, Header, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import {
  MessageList,
  MessageQuery,
  TemplateList,
  TemplatePreview,
  TemplateQuery,
  toEmailFilter,
  toFrame,
  toMessageList,
  toTemplateList,
  toTemplatePreview,
} from './messages.dto.js';

@ApiTags('Admin: messages')
@Controller('api/admin/messages')
export class AdminMessagesController {
  constructor(
    private readonly service: OperationsService,
    private readonly emails: EmailQueries,
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
