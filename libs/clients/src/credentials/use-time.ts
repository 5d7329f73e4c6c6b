/** The precision of a last use, so that not every request writes. */
export const USE_PRECISION_SECONDS = 60;

/** Whether a use at this time is to be recorded. */
export function isNewUse(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || lastUsedAt <= now - USE_PRECISION_SECONDS;
}
