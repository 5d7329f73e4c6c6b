import type { KeySource } from '../auth.options.js';
import type { IssuerClient } from '../issuer/issuer-client.js';
import { IssuerUnavailable } from '../refusal.js';
import { type RevocationClaims, readRevocationClaims } from '../tokens/claims.js';
import { keyIdOf, verifyJws } from '../tokens/jws.js';
import type { Revocations } from './revocations.js';

/** More pages than that, one after the other, are an issuer that has lost its way. */
const MOST_PAGES = 10_000;

interface Source {
  issuer: string;
  uri: string;
  now(): number;
}

/** Until the first list has been read, a request may start another attempt after this many milliseconds. */
const PAUSE_MS = 1_000;

/** Reads what the issuer has revoked: everything at first, then what is new. */
export class RevocationPoller {
  private complete = false;
  private polling: Promise<void> | undefined;
  private begun = Number.NEGATIVE_INFINITY;
  private cursor: string | undefined;
  private etag: string | undefined;

  constructor(
    private readonly client: IssuerClient,
    private readonly keys: KeySource,
    private readonly revocations: Revocations,
    private readonly source: Source,
  ) {}

  /** Reads all that is new. Calls at the same time share the request. Pages that were read stay, also when the next one fails. */
  poll(): Promise<void> {
    this.polling ??= this.readAll().finally(() => {
      this.polling = undefined;
    });
    return this.polling;
  }

  /**
   * Resolves at once when all has been read at least once. Until then it is unknown which sessions have ended.
   * @throws {IssuerUnavailable} when it cannot be read right now
   */
  async ready(): Promise<void> {
    if (this.complete) return;
    const failure = this.mayPoll() ? await this.poll().then(nothing, (error: unknown) => error) : undefined;
    if (!this.complete) throw new IssuerUnavailable('It is not known yet what was revoked.', { cause: failure });
  }

  private mayPoll(): boolean {
    return this.polling !== undefined || performance.now() - this.begun >= PAUSE_MS;
  }

  private async readAll(): Promise<void> {
    this.begun = performance.now();
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (await this.readPage()) continue;
      this.complete = true;
      return;
    }
  }

  /** Whether there is another page. */
  private async readPage(): Promise<boolean> {
    const { status, text, etag } = await this.client.get(this.address(), this.etag);
    if (status === 304) return false;
    // The issuer does not know its cursor any more: from the start, then.
    if (status === 400) this.cursor = this.etag = undefined;
    if (status !== 200) throw new Error(`The issuer answered ${status} for its revocations.`);
    const { token, cursor } = Object(JSON.parse(text)) as { token?: unknown; cursor?: unknown };
    if (typeof token !== 'string' || typeof cursor !== 'string') throw new Error('This is no list of revocations.');
    const list = await this.verified(token);
    this.revocations.add(list);
    // It belongs to the address that was asked: the next one may be another.
    this.etag = cursor === this.cursor ? (etag ?? undefined) : undefined;
    this.cursor = cursor;
    return list.more === true;
  }

  private address(): string {
    const url = new URL(this.source.uri);
    if (this.cursor !== undefined) url.searchParams.set('after', this.cursor);
    return url.href;
  }

  private async verified(token: string): Promise<RevocationClaims> {
    const kid = keyIdOf(token);
    const key = this.keys.publicKey(kid) ?? (await this.keys.find?.(kid));
    if (key === undefined) throw new IssuerUnavailable();
    return readRevocationClaims(verifyJws(token, key), this.source.issuer, this.source.now());
  }
}

const nothing = () => undefined;
