import { Between, type FindOperator } from 'typeorm';

/** A time with its first and its last second, in seconds since the UNIX epoch. */
export interface Span {
  since: number;
  until: number;
}

/** The last second that a column can have. */
export const FOREVER = 4_294_967_295;

/** Selects the rows of a time. */
export function within({ since, until }: Span): FindOperator<number> {
  return Between(since, until);
}
