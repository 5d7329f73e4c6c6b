import { ApiError } from '@app/errors';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.decorator.js';
import { BuiltPages } from '../files/built-pages.js';
import { sendFile } from '../files/send-file.js';

/** The files of the console. They are the same for every client: what an administrator may see comes from the API. */
@ApiExcludeController()
@Controller('console')
export class ConsolePagesController {
  constructor(private readonly pages: BuiltPages) {}

  @Get()
  @Access('public')
  index(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.file('', request, reply);
  }

  /** @throws {ApiError} NOT_FOUND */
  @Get('*')
  @Access('public')
  async file(@Param('*') path: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = this.pages.console.find(path);
    if (!file) throw new ApiError('NOT_FOUND');
    await sendFile(file, request, reply);
  }
}
