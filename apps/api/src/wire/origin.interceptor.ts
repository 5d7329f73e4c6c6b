import { adminActor, type Origin, onBehalfOf, userActor } from '@app/events';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { clientAddress } from './client.decorator.js';

/** What the guards have found out about a request. */
type Guarded = FastifyRequest & { admin?: { id: string }; user?: { uid?: string } };

/** Lets the event log know on whose behalf an endpoint works. */
@Injectable()
export class OriginInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return from(
      onBehalfOf(new RequestOrigin(request), () => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }
}

/** Who asks, and from where: found out when something is recorded. */
export class RequestOrigin implements Origin {
  constructor(private readonly request: Guarded) {}

  get actor(): string {
    const { admin, user } = this.request;
    if (admin) return adminActor(admin.id);
    return user?.uid ? userActor(user.uid) : 'anonymous';
  }

  get ip(): string {
    return clientAddress(this.request);
  }
}
