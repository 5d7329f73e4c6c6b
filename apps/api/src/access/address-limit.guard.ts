import { addressGroup, RateLimits, REQUESTS } from '@app/limits';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../wire/proxies.js';

/** Limits the requests of one client address to all routes with this guard together. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const address = clientAddress(context.switchToHttp().getRequest<FastifyRequest>());
    await this.limits.count(REQUESTS, addressGroup(address));
    return true;
  }
}
