/** A port of the loopback address that nothing listens on right now. */
export function freePort(): Promise<number>;
