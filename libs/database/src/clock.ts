import { Injectable } from '@nestjs/common';

/** The one clock of the service, so that every table and token tells the same time. */
@Injectable()
export class Clock {
  /** Seconds since the UNIX epoch, rounded down. */
  now(): number {
    return Math.floor(Date.now() / 1000);
  }
}
