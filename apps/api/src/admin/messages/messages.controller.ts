import { AdminMessageService } from '@app/flows';
import { EmailQueries } from '@app/mail';
import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { MessageList, MessageQuery, toEmailFilter, toMessageList } from './messages.dto.js';

@ApiTags('Admin: messages')
@Controller('api/admin/messages')
export class AdminMessagesController {
  constructor(
    private readonly service: AdminMessageService,
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
    return this.service.retry(id);
  }
}
