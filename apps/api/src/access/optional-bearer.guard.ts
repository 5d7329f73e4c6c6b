import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SignedInGuard } from './signed-in.guard.js';

/** Allows a signed-in caller, and a request without an `Authorization` header, but none with an invalid token. */
@Injectable()
export class OptionalBearerGuard implements CanActivate {
  constructor(private readonly signedIn: SignedInGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return headers.authorization === undefined || this.signedIn.canActivate(context);
  }
}
