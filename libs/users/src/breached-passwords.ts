import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type BreachSource, Env, VERSION } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** The longest cache: up to about 75 MB with the ranges of today. */
const MAX_RANGES = 10_000;
/** The published lists change about once a month. */
const MAX_AGE_SECONDS = 86_400;

interface CachedRange {
  range: BreachedRange;
  readAt: number;
}

/** The ranges that were used last. Look-ups of one range at the same time read it once. */
export class RangeCache {
  private readonly cached: LRUCache<string, CachedRange>;
  private readonly reading = new Map<string, Promise<BreachedRange>>();

  constructor(
    private readonly clock: Clock,
    max = MAX_RANGES,
  ) {
    this.cached = new LRUCache({ max });
  }

  /** A range that was read within a day; reads it otherwise. */
  async get(prefix: string, read: () => Promise<BreachedRange>): Promise<BreachedRange> {
    const found = this.cached.get(prefix);
    const current = found !== undefined && this.clock.now() < found.readAt + MAX_AGE_SECONDS;
    return current ? found.range : this.readOnce(prefix, read);
  }

  /** The range as it was last read, however long ago. */
  last(prefix: string): BreachedRange | undefined {
    return this.cached.peek(prefix)?.range;
  }

  private readOnce(prefix: string, read: () => Promise<BreachedRange>): Promise<BreachedRange> {
    const running = this.reading.get(prefix);
    if (running !== undefined) return running;
    const started = read()
      .then((range) => {
        this.cached.set(prefix, { range, readAt: this.clock.now() });
        return range;
      })
      .finally(() => this.reading.delete(prefix));
    this.reading.set(prefix, started);
    return started;
  }
}

const TIMEOUT_MS = 1_500;
/** A real text has about 40 KB. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of the range of a prefix, which is 5 hexadecimal digits in upper case.
 * @throws {Error} when the source is out of reach or answers something else. The message does not contain the prefix, which
 * is a part of the digest of a password
 */
export async function readRange(source: BreachSource, prefix: string): Promise<Buffer> {
  const abort = new AbortController();
  // AbortSignal.timeout() is not used, because its timer does not keep to the clock of the tests.
  const timer = setTimeout(() => abort.abort(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)), TIMEOUT_MS);
  try {
    const { signal } = abort;
    return await (source.kind === 'url' ? download(source.url + prefix, signal) : load(source.path, prefix, signal));
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : new Error(reasonOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** `Add-Padding` gives all answers about the same length, so that an observer cannot infer the prefix from it. */
async function download(url: string, signal: AbortSignal): Promise<Buffer> {
  const headers = { 'add-padding': 'true', 'user-agent': `latchkey/${VERSION}` };
  const answer = await fetch(url, { headers, redirect: 'manual', signal });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`the answer has the status ${answer.status}`);
  }
  return collect(answer.body ?? []);
}

function load(folder: string, prefix: string, signal: AbortSignal): Promise<Buffer> {
  return collect(createReadStream(join(folder, `${prefix}.txt`), { signal }));
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    all.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the text is longer than 1 MiB');
  }
  return Buffer.concat(all);
}

/** The code of a system error, whose message would name the file. */
function reasonOf(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'a file is missing';
  const inner = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined;
  return code ?? inner ?? message;
}

/** The number of digits after the 5 that name the range. */
const SUFFIX_DIGITS = 35;
const MAX_COUNT_DIGITS = 15;

/** The first digits of each suffix that are kept. Two passwords of one range agree in them by chance once in 2^48. */
const BYTES = 6;
const SHORTEST_LINE = SUFFIX_DIGITS + ':0'.length;

const [LF, CR, COLON] = [0x0a, 0x0d, 0x3a];
const NOT_HEX = 0xff;
/** The value of each hexadecimal digit by its character code. */
const DIGIT_VALUES = new Uint8Array(256).fill(NOT_HEX);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGIT_VALUES[digit.charCodeAt(0)] = value;
  DIGIT_VALUES[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The breached passwords whose SHA-1 digests begin with the same 5 hexadecimal digits, in 6 bytes for each. */
export class BreachedRange {
  constructor(private readonly suffixes: Buffer) {}

  get size(): number {
    return this.suffixes.length / BYTES;
  }

  /** @param suffix the other 35 digits of the SHA-1 digest of a password */
  has(suffix: string): boolean {
    const wanted = Buffer.from(suffix.slice(0, 2 * BYTES), 'hex');
    let at = this.suffixes.indexOf(wanted);
    while (at !== -1 && at % BYTES !== 0) at = this.suffixes.indexOf(wanted, at + 1);
    return at !== -1;
  }
}

/**
 * Reads the text of a range: on each line the other 35 digits of a digest, a colon, and how often the password was seen.
 * Lines with 0 are padding. Works on bytes: split into lines, a text would block the event loop six times as long.
 * @param min passwords that were seen less often are left out
 * @throws {Error} for any other text
 */
export function parseRange(text: Uint8Array, min: number): BreachedRange {
  const least = Math.max(1, min);
  const suffixes = Buffer.alloc(Math.ceil(text.length / SHORTEST_LINE) * BYTES);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === LF || text[at] === CR) {
      at += 1;
      continue;
    }
    readSuffix(text, at, suffixes, length);
    const countAt = at + SUFFIX_DIGITS + 1;
    const end = endOfLine(text, countAt);
    if (readCount(text, countAt, end) >= least) length += BYTES;
    at = end;
  }
  // A copy, so that the memory of lines that were left out is not kept.
  return new BreachedRange(Buffer.from(suffixes.subarray(0, length)));
}

/** Writes the first digits of a suffix, after a check of all of them. */
function readSuffix(text: Uint8Array, at: number, target: Buffer, offset: number): void {
  let invalid = text[at + SUFFIX_DIGITS] !== COLON;
  for (let digit = 0; digit < SUFFIX_DIGITS; digit++) {
    invalid ||= digitAt(text, at + digit) === NOT_HEX;
  }
  if (invalid) throwWrongFormat();
  for (let byte = 0; byte < BYTES; byte++) {
    target[offset + byte] = 16 * digitAt(text, at + 2 * byte) + digitAt(text, at + 2 * byte + 1);
  }
}

function endOfLine(text: Uint8Array, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== LF && text[end] !== CR) end += 1;
  return end;
}

function readCount(text: Uint8Array, from: number, end: number): number {
  if (end === from || end - from > MAX_COUNT_DIGITS) throwWrongFormat();
  let count = 0;
  for (let at = from; at < end; at++) {
    const digit = digitAt(text, at);
    if (digit > 9) throwWrongFormat();
    count = 10 * count + digit;
  }
  return count;
}

function digitAt(text: Uint8Array, at: number): number {
  return DIGIT_VALUES[text[at] ?? 0] ?? NOT_HEX;
}

function throwWrongFormat(): never {
  throw new Error('the text is not a list of digests with counts');
}

const PREFIX_DIGITS = 5;
const REST_SECONDS = 10;

/** The result of a look-up. `unreachable`: the source was out of reach. */
export type BreachResult = 'breached' | 'not_breached' | 'unreachable';

/** Looks passwords up among those that have appeared in data breaches. Only the first digits of a digest leave the process. */
@Injectable()
export class BreachedPasswords {
  /** Called with the result of each look-up. */
  onChecked: (result: BreachResult) => void = () => undefined;

  private readonly logger = new Logger('Passwords');
  private readonly ranges: RangeCache;
  /** Until then a failure is not logged again, and a web address is not asked again. In milliseconds. */
  private restsUntil = 0;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {
    this.ranges = new RangeCache(clock);
  }

  /**
   * Whether a new password has appeared in a data breach. False when the source is out of reach.
   * @throws {ApiError} UNAVAILABLE when the source is out of reach, with `PASSWORD_BREACH_STRICT=on`
   */
  async has(password: string): Promise<boolean> {
    const { source, strict } = this.env.breach;
    if (source === undefined) return false;
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const range = await this.rangeOf(source, digest.slice(0, PREFIX_DIGITS));
    if (range === undefined) {
      this.onChecked('unreachable');
      if (strict) throw new ApiError('UNAVAILABLE', undefined, { retryAfter: REST_SECONDS });
      return false;
    }
    const found = range.has(digest.slice(PREFIX_DIGITS));
    this.onChecked(found ? 'breached' : 'not_breached');
    return found;
  }

  /**
   * Undefined when the source is out of reach and the range is not cached. A folder is not left alone after a failure: only
   * one file may be missing.
   */
  private async rangeOf(source: BreachSource, prefix: string): Promise<BreachedRange | undefined> {
    const resting = source.kind === 'url' && this.clock.milliseconds() < this.restsUntil;
    try {
      if (!resting) return await this.ranges.get(prefix, () => this.read(source, prefix));
    } catch (error) {
      this.reportFailure(error as Error);
    }
    return this.ranges.last(prefix);
  }

  private async read(source: BreachSource, prefix: string): Promise<BreachedRange> {
    return parseRange(await readRange(source, prefix), this.env.breach.min);
  }

  private reportFailure({ message }: Error): void {
    const now = this.clock.milliseconds();
    if (now < this.restsUntil) return;
    this.restsUntil = now + REST_SECONDS * 1_000;
    const effect = this.env.breach.strict
      ? 'New passwords are refused'
      : 'New passwords are accepted without this check';
    this.logger.warn(`PASSWORD_BREACH is out of reach: ${message}. ${effect} until it answers.`);
  }
}
