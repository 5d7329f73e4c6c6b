import type { Client, ShownDevice } from '@app/tokens';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './proxies.js';

/** A request with the device that the `DeviceInterceptor` has found. */
export type DeviceRequest = FastifyRequest & { device?: ShownDevice };

/**
 * The client of the request: its address, as seen through the proxies of `TRUST_PROXY`, its user agent, and at an endpoint that
 * answers a sign-in its device.
 */
export const ClientInfo = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<DeviceRequest>();
  const { device, headers } = request;
  return { ip: clientAddress(request), userAgent: headers['user-agent'] ?? '', ...(device && { device }) };
});
