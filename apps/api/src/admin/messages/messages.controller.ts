import { AdminMessageService } from '@app/flows';
import { LetterDirectory } from '@app/mail';
import { Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminGuard, Scopes } from '../../access/admin.guard.js';
import { Endpoint } from '../../openapi/endpoint.decorator.js';
import { MessageList, MessageQuery, toLetterFilter, toMessageList } from './messages.dto.js';

@ApiTags('Admin: messages')
@Controller('api/admin/messages')
@UseGuards(AdminGuard)
export class AdminMessagesController {
  constructor(
    private readonly service: AdminMessageService,
    private readonly letters: LetterDirectory,
  ) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListMessages', admin: true, answers: MessageList })
  async list(@Query() query: MessageQuery): Promise<MessageList> {
    return toMessageList(await this.letters.list(toLetterFilter(query), query));
  }

  @Post(':id/retry')
  @Scopes('write')
  @Endpoint({
    id: 'adminRetryMessage',
    admin: true,
    bodiless: true,
    fails: ['MESSAGE_NOT_FOUND', 'EMAIL_NOT_CONFIGURED'],
  })
  retry(@Param('id') id: string): Promise<void> {
    return this.service.retry(id);
  }
}
