import { Injectable } from '@nestjs/common';

/** The one clock of the service, so that every table and token tells the same time. */
@Injectable()
export class Clock {
  /** Seconds since the UNIX epoch, rounded down. */
  now(): number {
    return Math.floor(this.milliseconds() / 1000);
  }

  /** Milliseconds since the UNIX epoch, for what is shorter than a second. */
  milliseconds(): number {
    return Date.now();
  }
}
