import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/**
 * Follows each request to its end: the end of its answer, or of its connection. Fastify runs no hook, or one twice, for some
 * requests whose client disconnects.
 */
export class OpenRequests {
  private readonly listeners: ((reply: FastifyReply) => void)[] = [];
  /** The answers of each connection that have not ended, in the order of their requests. */
  private readonly open = new WeakMap<Socket, Set<FastifyReply>>();

  /** Calls this once for each request. */
  onEnd(listener: (reply: FastifyReply) => void): void {
    this.listeners.push(listener);
  }

  add(reply: FastifyReply): void {
    const replies = this.of(reply.request.raw.socket);
    replies.add(reply);
    reply.raw.once('close', () => this.end(replies, reply));
  }

  /** The answer to the request whose body arrives at a connection, if it has not begun. */
  arriving(socket: Socket): FastifyReply | undefined {
    const last = [...(this.open.get(socket) ?? [])].at(-1);
    return last && !last.request.raw.complete && !last.raw.headersSent ? last : undefined;
  }

  private of(socket: Socket): Set<FastifyReply> {
    const known = this.open.get(socket);
    if (known) return known;
    const replies = new Set<FastifyReply>();
    this.open.set(socket, replies);
    // The answer to a pipelined request that waits for an earlier one emits no event.
    socket.once('close', () => {
      for (const reply of replies) this.end(replies, reply);
    });
    return replies;
  }

  private end(replies: Set<FastifyReply>, reply: FastifyReply): void {
    if (replies.delete(reply)) for (const listener of this.listeners) listener(reply);
  }
}
