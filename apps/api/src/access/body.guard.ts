import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readBody } from '../http/body/read-body.js';

/** A request whose caller may lose the right to it while the body arrives. */
export interface CheckedAgain {
  /** Checks the caller once more. @throws {ApiError} NOT_AUTHENTICATED, NOT_AUTHORIZED */
  checkAgain?(): Promise<void>;
}

/**
 * Reads the body. It is the last guard of an endpoint: a request that another guard refuses gets that refusal before the
 * size, type or content of its body is checked, and costs no parsing. A guard and not an interceptor, because objects of
 * rxjs keep the request in memory until the next full garbage collection.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & CheckedAgain>();
    await readBody(request);
    if (request.method !== 'GET') await request.checkAgain?.();
    return true;
  }
}
