import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Env, VERSION } from '@app/config';
import { Clock } from '@app/database';
import { BlockedDestination, parseEndpoint, post, reasonOf, resolveEndpoint, signatureHeaders } from '@app/webhooks';
import { Injectable, Logger } from '@nestjs/common';

const MOST_BYTES = 32 * 1_024;
/** More questions at a time would only wait for the earlier system. */
const MOST_AT_A_TIME = 20;

/** What the earlier system says: whether the password is right, and facts about the user, which are not checked. */
export interface MigrationAnswer {
  right: boolean;
  user: object;
}

export type MigrationResult = 'right' | 'wrong' | 'failed' | 'busy';

/** The earlier system, which knows the passwords of users who have none here. Asked once for a sign-in, never again. */
@Injectable()
export class MigrationSource {
  private readonly logger = new Logger('Migration');
  private running = 0;
  private works = true;

  /** Called with the result of each question. */
  onAsked: (result: MigrationResult) => void = () => undefined;

  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** How long a question may take; undefined while the migration is off. */
  get timeoutMs(): number | undefined {
    return this.env.migration && this.env.migration.timeout * 1_000;
  }

  /** Whether the password belongs to the email. Undefined without a usable answer in time. Never rejects. */
  async ask(email: string, password: string, ip: string): Promise<MigrationAnswer | undefined> {
    if (this.running >= MOST_AT_A_TIME) {
      this.onAsked('busy');
      return undefined;
    }
    this.running += 1;
    try {
      const answer = await this.inTime((signal) => this.attempt({ email, password, ip }, signal));
      this.works = true;
      this.onAsked(answer.right ? 'right' : 'wrong');
      return answer;
    } catch (error) {
      // Once, not for each sign-in.
      if (this.works) this.logger.warn(`MIGRATION_URL cannot be asked: ${reasonOf(error)}`);
      this.works = false;
      this.onAsked('failed');
      return undefined;
    } finally {
      this.running -= 1;
    }
  }

  /** Asks, and says what is wrong. @throws when there is no usable answer in time */
  check(email: string, password: string): Promise<MigrationAnswer> {
    return this.inTime((signal) => this.attempt({ email, password, ip: '127.0.0.1' }, signal));
  }

  private async inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const aborter = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => {
        fail(new Error(`no answer within ${this.env.migration?.timeout} s`));
      }, this.timeoutMs);
    });
    return Promise.race([work(aborter.signal), late]).finally(() => {
      clearTimeout(timer);
      // Also after an answer that is refused before its end: it could keep the connection forever.
      aborter.abort();
    });
  }

  private async attempt(data: object, signal: AbortSignal): Promise<MigrationAnswer> {
    const { url: text = '', secret = '' } = this.env.migration ?? {};
    const url = parseEndpoint(text, this.env.production);
    if (!url) throw new BlockedDestination('this URL is not allowed');
    const addresses = await resolveEndpoint(url, this.env.webhookNetworks);
    const [id, timestamp] = [`mig_${randomUUID()}`, this.clock.now()];
    const body = JSON.stringify({ type: 'password.check', timestamp: new Date(timestamp * 1_000).toISOString(), data });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': `Latchkey/${VERSION}`,
      ...signatureHeaders({ id, timestamp, body }, [secret]),
    };
    const answer = await post({ url, addresses, headers, body: Buffer.from(body), signal });
    if (answer.statusCode === 200) return toAnswer(await textOf(answer));
    answer.destroy();
    throw new Error(`answered ${answer.statusCode}`);
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `{"right": true, "user": {…}}`, or `{"right": false}`. Nothing else counts as right. */
function toAnswer(text: string): MigrationAnswer {
  const invalid = new Error('the answer is not {"right": true or false}');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw invalid;
  }
  if (typeof parsed !== 'object' || parsed === null || !('right' in parsed)) throw invalid;
  const { right } = parsed;
  const user = 'user' in parsed ? parsed.user : {};
  if (typeof right !== 'boolean' || typeof user !== 'object' || user === null || Array.isArray(user)) throw invalid;
  return { right, user };
}
