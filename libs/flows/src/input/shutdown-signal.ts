import { setMaxListeners } from 'node:events';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Ends streamed bodies at the shutdown, which would otherwise wait for their last byte. */
@Injectable()
export class ShutdownSignal implements BeforeApplicationShutdown {
  private readonly controller = new AbortController();

  constructor() {
    setMaxListeners(0, this.controller.signal);
  }

  /** Aborted when the shutdown begins. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  beforeApplicationShutdown(): void {
    this.controller.abort();
  }
}
