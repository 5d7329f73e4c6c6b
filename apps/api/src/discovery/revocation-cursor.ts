/** Where a reader of the list goes on. */
export interface Position {
  /** Behind the event with this id. */
  id: string;
  /** In the middle of a pass: when it began, in milliseconds since the UNIX epoch. */
  begun?: number;
}

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Nobody but us has to understand it. */
export function writeCursor({ id, begun }: Position): string {
  return Buffer.from(JSON.stringify(begun === undefined ? [id] : [id, begun])).toString('base64url');
}

/** Undefined for a text that is no cursor of ours. */
export function readCursor(cursor: string): Position | undefined {
  try {
    const [id, begun, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const timed = begun === undefined || (Number.isSafeInteger(begun) && begun >= 0);
    if (timed && more.length === 0 && typeof id === 'string' && UUID_V7.test(id)) return { id, begun };
  } catch {
    // Not even JSON: like every other text that is no cursor.
  }
  return undefined;
}
