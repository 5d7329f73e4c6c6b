/**
 * A part of what a user has, which an event ends as a whole, with all parts of a lower number. `users` has a counter for each, and
 * what is made carries the counter of its rung: it is dead as soon as the user has another one.
 */
export type Rung = 1 | 2 | 3 | 4;

/** SQL for the counter of a rung. @param user SQL for the value of this column of the user */
export function counterOf(rung: Rung, user: string, column: 'uid' | 'email' = 'uid'): string {
  return `(SELECT rung_${rung} FROM users WHERE users.${column} = ${user})`;
}

/** The counter that something gets when it is made: that of its user at this moment, or 0 without one. */
export class Counter {
  constructor(
    readonly rung: Rung,
    readonly uid: string | null,
  ) {}
}
