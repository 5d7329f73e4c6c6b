import { CallbackService } from '@app/flows';
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { readForm } from '../http/body/read-form.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';

/** Where the provider sends the browser after a sign-in. */
@ApiTags('External providers')
@UseFilters(PageErrorFilter)
@Controller('api/auth/external/:id/callback')
export class CallbackController {
  constructor(private readonly service: CallbackService) {}

  @Get()
  @Endpoint({ id: 'finishAtProvider', returns: true, fails: ['INVALID_STATE'] })
  @Access('public', { limited: true })
  async open(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // A HEAD uses no state up.
    if (request.method === 'HEAD') await reply.send();
    else await reply.redirect(await this.service.finish(id, queryOf(request)), 302);
  }

  @Post()
  @Endpoint({
    id: 'finishAtProviderByForm',
    returns: true,
    fails: ['INVALID_STATE', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  })
  @Access('public', { limited: true })
  async submit(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.service.requireForm(id);
    await reply.redirect(await this.service.finish(id, await readForm(request)), 302);
  }
}

/** The parameters as they were sent: a parameter that comes twice is an error (RFC 6749, section 3.1). */
function queryOf({ raw }: FastifyRequest): URLSearchParams {
  const { url = '' } = raw;
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}
