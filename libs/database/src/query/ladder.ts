/**
 * A part of what a user has, which an event ends as a whole, with all parts of a lower number. `users` has a counter for each, and
 * what is made carries the counter of its rung: it is dead as soon as the user has another one.
 */
export type Rung = 1 | 2 | 3 | 4;

/** SQL for the counter of a rung. @param uid SQL for the user */
export function counterOf(rung: Rung, uid: string): string {
  return `(SELECT rung_${rung} FROM users WHERE users.uid = ${uid})`;
}

/** The counter that something gets when it is made: that of its user at this moment, or 0 without one. */
export class Counter {
  constructor(
    readonly rung: Rung,
    readonly uid: string | null,
  ) {}
}

/** SQL for the same of the account that has an address now. @param email SQL for the address */
export function counterAt(rung: Rung, email: string): string {
  return `(SELECT rung_${rung} FROM users WHERE users.email = ${email})`;
}
