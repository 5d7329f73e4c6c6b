import { ApiError } from '@app/errors';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { isNotModified } from '../well-known/etag.js';
import { ConsoleFiles } from './console-files.js';
import { acceptedEncodings } from './static-files.js';

const FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** The files of the console. They are the same for every client: what an administrator may see comes from the API. */
@ApiExcludeController()
@Controller('console')
export class ConsolePagesController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get()
  @Access('public')
  index(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.file('', request, reply);
  }

  /** @throws {ApiError} NOT_FOUND */
  @Get('*')
  @Access('public')
  async file(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = this.files.find(path);
    if (!file) throw new ApiError('NOT_FOUND');
    reply.header('cache-control', file.hashed ? FOR_A_YEAR : 'no-cache').header('vary', 'accept-encoding');
    if (isNotModified(file.etag, request.headers['if-none-match'], reply)) {
      await reply.send();
      return;
    }
    const { bytes, encoding } = await file.as(acceptedEncodings(String(request.headers['accept-encoding'] ?? '')));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    await reply.type(file.type).send(bytes);
  }
}
