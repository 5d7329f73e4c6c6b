import type { ExecutionContext } from '@nestjs/common';

/** The parts of a request that the guard reads, and the property in which it stores the caller. */
export interface BearerRequest {
  headers?: { authorization?: string };
  user?: unknown;
}

/**
 * The request of an HTTP handler, or the `req` in the context of a GraphQL resolver. For a message handler the context of
 * the message, which the server creates: the message itself could contain any sender.
 */
export function requestOf(context: ExecutionContext): BearerRequest {
  const type = context.getType<'http' | 'rpc' | 'ws' | 'graphql'>();
  if (type === 'graphql') return context.getArgByIndex<{ req?: BearerRequest }>(2).req ?? {};
  return type === 'rpc' ? context.switchToRpc().getContext() : context.switchToHttp().getRequest();
}
