import type { Client } from '@app/tokens';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Where the request comes from: its address, through the proxies that `TRUST_PROXY` names, and its user agent. */
export const From = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
});
