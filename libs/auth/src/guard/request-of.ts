import type { ExecutionContext } from '@nestjs/common';

/** What is looked at of a request, and where it is noted who is calling. */
export interface BearerRequest {
  headers?: { authorization?: string };
  user?: unknown;
}

/**
 * The request of a call over HTTP; of a GraphQL resolver, whose context holds it as `req`; and of a message handler the
 * context of the message, which the server makes: what the message says of its sender, anybody could have written.
 */
export function requestOf(context: ExecutionContext): BearerRequest {
  const type = context.getType<'http' | 'rpc' | 'ws' | 'graphql'>();
  if (type === 'graphql') return context.getArgByIndex<{ req?: BearerRequest }>(2).req ?? {};
  return type === 'rpc' ? context.switchToRpc().getContext() : context.switchToHttp().getRequest();
}
