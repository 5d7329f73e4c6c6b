const MINUTE = 60;
const HOUR = 3_600;

/** The pauses between the tries, in seconds: ten tries in 75 hours. */
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.1;
const LONGEST_WISH = 24 * HOUR;

/**
 * How many seconds to wait after a failed try; undefined when it was the last one. The pause is random by 10 %, and not
 * shorter than the receiver wishes.
 * @param tries so far
 * @param wish of the receiver, in seconds
 */
export function pauseAfter(tries: number, wish = 0, random: () => number = Math.random): number | undefined {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 - JITTER + 2 * JITTER * random());
  return Math.max(Math.round(jittered), Math.min(wish, LONGEST_WISH));
}

/** The seconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3): a number, or a date. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil(date / 1_000) - now);
}
