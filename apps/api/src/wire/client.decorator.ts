import { isIP } from 'node:net';
import type { Client } from '@app/tokens';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Where the request comes from: its address, through the proxies that `TRUST_PROXY` names, and its user agent. */
export const From = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' };
});

/** A proxy may forward anything for an address: what is none is not believed, and a zone means nothing elsewhere. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  return address.split('%')[0] ?? '';
}
