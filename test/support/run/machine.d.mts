/** Whether a program, or `galera`, is on this machine. */
export function has(program: string): boolean;

/** The path of a program in the PATH, or in `sbin` beside it. */
export function find(program: string): string | undefined;

/** A port of the loopback address that nothing listens on right now. */
export function freePort(): Promise<number>;
