import type { CallerIdentity } from '@app/auth';
import { onBehalfOf, type RequestActor, userActor } from '@app/events';
import { impersonatorOf } from '@app/tokens';
import type { SpanContext } from '@app/tracing';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { spanOf } from '../tracing/request-spans.js';
import { clientAddress } from './proxies.js';

/** A request with the identities that the guards added. */
type GuardedRequest = FastifyRequest & { admin?: { actor: string }; user?: Partial<CallerIdentity> };

/** Tells the event log the actor and the client address of a request. */
@Injectable()
export class RequestActorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return from(
      onBehalfOf(new HttpRequestActor(request), () => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }
}

/** The actor and the client address of a request, read when an event is recorded. */
export class HttpRequestActor implements RequestActor {
  constructor(private readonly request: GuardedRequest) {}

  get actor(): string {
    const { admin, user } = this.request;
    if (admin) return admin.actor;
    return impersonatorOf(user?.claims ?? {}) ?? (user?.uid ? userActor(user.uid) : 'anonymous');
  }

  get ip(): string {
    return clientAddress(this.request);
  }

  get span(): SpanContext | undefined {
    return spanOf(this.request);
  }

  get userAgent(): string | undefined {
    return this.request.headers['user-agent'];
  }

  get brands(): string | undefined {
    return this.request.headers['sec-ch-ua'] as string | undefined;
  }

  get languages(): string | undefined {
    return this.request.headers['accept-language'];
  }
}
