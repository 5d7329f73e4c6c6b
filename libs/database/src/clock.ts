import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';

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

/** How far a clock may be set back without a new beginning of the ids, in milliseconds. */
const MOST_BACK = 1_000;
/** Leaves room in the 32 bits of the counter (RFC 9562, section 6.2). */
const FIRST_COUNTS = 2 ** 31;

let last = { msecs: 0, seq: 0 };

/**
 * The id of a new row: a UUID of version 7, which tells the time. Those of one process grow, except after its clock was set back: then
 * they tell the right time again.
 */
export function newId(): string {
  const now = Date.now();
  const goesOn = now <= last.msecs && now > last.msecs - MOST_BACK;
  last = goesOn ? { msecs: last.msecs, seq: last.seq + 1 } : { msecs: now, seq: randomInt(FIRST_COUNTS) };
  return v7(last);
}
