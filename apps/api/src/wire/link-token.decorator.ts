import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The token in the URL of a link; empty if there is none, or more than one. */
export const LinkToken = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { token } = context.switchToHttp().getRequest<FastifyRequest<{ Querystring: { token?: unknown } }>>().query;
  return typeof token === 'string' ? token : '';
});
