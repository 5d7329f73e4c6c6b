import { adminActor, onBehalfOf, userActor } from '@app/events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../wire/client.decorator.js';

/** What the guards have found out about a request. */
type Guarded = FastifyRequest & { admin?: { id: string }; user?: { uid?: string } };

/** Lets the event log know on whose behalf a request is worked on: asked when something is recorded, after the guards. */
export function tellOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => onBehalfOf(new RequestOrigin(request), done));
}

class RequestOrigin {
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
