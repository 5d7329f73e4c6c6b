import type { IncomingMessage } from 'node:http';
import { Env, VERSION } from '@app/config';
import { Clock } from '@app/database';
import { type Attributes, tracedAlone } from '@app/tracing';
import { Injectable } from '@nestjs/common';
import { BlockedDestination, parseEndpoint, resolveEndpoint } from './destination.js';
import type { Resolved } from './name-lookup.js';
import { post, reasonOf } from './post.js';
import { readRetryAfter } from './retry-schedule.js';
import { signatureHeaders } from './signature.js';

const TIMEOUT_MS = 15_000;
/** An answer counts when its head has arrived. The rest is read for this time, and up to this size. */
const REST_MS = 1_000;
const MOST_BYTES = 4_096;

/** A message, and where it goes. */
export interface Message {
  url: string;
  /** The secrets that sign it. */
  secrets: string[];
  id: string;
  body: string;
  /** Whether it repeats an event because an administrator has asked for it. */
  replay?: boolean;
}

/** The result of a try. */
export interface Outcome {
  ok: boolean;
  /** The HTTP status of the answer; null without an answer. */
  status: number | null;
  /** Why it failed; null after a success. */
  error: string | null;
  /** Whether the address was refused. */
  blocked: boolean;
  /** The pause that the receiver asks for, in seconds. */
  retryAfter?: number;
}

/** Sends one message: to the checked address, without redirects, without a proxy, and without keeping the connection. */
@Injectable()
export class Sender {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. A receiver learns nothing of our traces. */
  send(message: Message): Promise<Outcome> {
    const span = { name: 'send webhook', kind: 'client' as const };
    return tracedAlone(span, () => this.tryOnce(message), describe);
  }

  private async tryOnce(message: Message): Promise<Outcome> {
    const aborter = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, fail) => {
      // Not AbortSignal.timeout(): the clock of the process decides.
      timer = setTimeout(() => {
        fail(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`));
        aborter.abort();
      }, TIMEOUT_MS);
    });
    try {
      const answer = await Promise.race([this.attempt(message, aborter.signal), late]);
      clearTimeout(timer);
      await readSome(answer);
      return this.outcomeOf(answer);
    } catch (error) {
      return { ...failure(reasonOf(error)), blocked: error instanceof BlockedDestination };
    } finally {
      clearTimeout(timer);
    }
  }

  private async attempt(message: Message, signal: AbortSignal): Promise<IncomingMessage> {
    const url = parseEndpoint(message.url, this.env.production);
    if (!url) throw new BlockedDestination('this URL is not allowed');
    const addresses = await resolveEndpoint(url, this.env.webhookNetworks);
    return this.exchange(url, addresses, message, signal);
  }

  private outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Outcome {
    const ok = status >= 200 && status <= 299;
    const retryAfter = readRetryAfter(headers['retry-after'], this.clock.now());
    return { ok, status, error: ok ? null : `answered ${status}`, blocked: false, ...(!ok && { retryAfter }) };
  }

  private exchange(url: URL, addresses: Resolved[], message: Message, signal: AbortSignal): Promise<IncomingMessage> {
    const body = Buffer.from(message.body);
    const timestamp = this.clock.now();
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': `Latchkey/${VERSION}`,
      ...signatureHeaders({ id: message.id, timestamp, body: message.body }, message.secrets),
      ...(message.replay && { 'webhook-replay': '1' }),
    };
    return post({ url, addresses, headers, body, signal });
  }
}

/**
 * Reads a little of the answer, so that a receiver can finish it, and throws it away. The try lasts until then: a receiver that
 * never ends its answers holds as few connections as one that does not answer.
 */
function readSome(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  const timer = setTimeout(() => answer.destroy(), REST_MS);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) answer.destroy();
  });
  answer.on('error', () => undefined);
  return new Promise((done) => {
    answer.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
}

function describe({ ok, status, blocked }: Outcome): Attributes {
  return { ok, blocked, ...(status !== null && { 'http.response.status_code': status }) };
}

function failure(error: string): Outcome {
  return { ok: false, status: null, error, blocked: false };
}
