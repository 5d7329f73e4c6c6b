import { isIP } from 'node:net';
import type { Client } from '@app/tokens';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The client of the request: its address, as seen through the proxies of `TRUST_PROXY`, and its user agent. */
export const ClientInfo = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' };
});

/** A proxy may forward any text: what is no IP address is ignored. An IPv6 zone has no meaning on other machines. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  return address.split('%')[0] ?? '';
}
