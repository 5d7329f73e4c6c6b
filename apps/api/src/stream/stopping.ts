import { setMaxListeners } from 'node:events';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/** Ends bodies of any length when the service is to stop: it would wait for the last of their bytes. */
@Injectable()
export class Stopping implements BeforeApplicationShutdown {
  private readonly controller = new AbortController();

  constructor() {
    setMaxListeners(0, this.controller.signal);
  }

  /** Aborted once the service is to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  beforeApplicationShutdown(): void {
    this.controller.abort();
  }
}
