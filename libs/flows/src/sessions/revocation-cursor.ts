/** The position from which a client continues to read the list. */
export interface Position {
  /** The list continues after the event with this id. */
  id: string;
  /** Set between two pages of one pass: when the pass began, in milliseconds since the UNIX epoch. */
  startedAt?: number;
}

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The format is internal: clients only send the cursor back. */
export function writeCursor({ id, startedAt }: Position): string {
  return Buffer.from(JSON.stringify(startedAt === undefined ? [id] : [id, startedAt])).toString('base64url');
}

/** Undefined for a text that is no valid cursor. */
export function readCursor(cursor: string): Position | undefined {
  try {
    const [id, startedAt, ...more] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const timed = startedAt === undefined || (Number.isSafeInteger(startedAt) && startedAt >= 0);
    if (timed && more.length === 0 && typeof id === 'string' && UUID_V7.test(id)) return { id, startedAt };
  } catch {
    // Not JSON, so not a cursor.
  }
  return undefined;
}
