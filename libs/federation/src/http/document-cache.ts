import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ProviderHttp } from './provider-http.js';

const KEPT_MS = 3_600_000;
/** After keys were fetched again because of an unknown one, so much time passes before the next time. */
const COOLDOWN_MS = 60_000;
/** More providers than any service has. */
const MOST_DOCUMENTS = 200;

interface Entry {
  text: Promise<string>;
  fetchedAt: number;
  /** When the document was last fetched because it lacked a key. */
  retriedAt?: number;
}

/** The discovery documents and key sets of providers, each kept for an hour. Requests at the same time share a fetch. */
@Injectable()
export class DocumentCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MOST_DOCUMENTS });

  constructor(
    private readonly http: ProviderHttp,
    private readonly clock: Clock,
  ) {}

  /** The text of a JSON document. @throws {Error} when it cannot be fetched, which is not kept */
  get(url: string): Promise<string> {
    const found = this.entries.get(url);
    return found && this.now() - found.fetchedAt < KEPT_MS ? found.text : this.fetch(url);
  }

  /** The key set at a URL, fetched once more, at most once a minute, if it lacks a key. @param keyId undefined for any key */
  async keys(url: string, keyId: string | undefined): Promise<string> {
    const cached = this.entries.get(url);
    const text = await this.get(url);
    if (cached?.text !== this.entries.get(url)?.text || keyId === undefined || hasKey(text, keyId)) return text;
    const { retriedAt = Number.NEGATIVE_INFINITY } = cached ?? {};
    return this.now() - retriedAt < COOLDOWN_MS ? text : this.fetch(url, this.now());
  }

  /** Forgets a document, which turned out to be wrong or may be old. */
  forget(url: string): void {
    this.entries.delete(url);
  }

  private fetch(url: string, retriedAt = this.entries.get(url)?.retriedAt): Promise<string> {
    const entry: Entry = { text: this.load(url), fetchedAt: this.now(), retriedAt };
    this.entries.set(url, entry);
    entry.text.catch(() => this.entries.get(url) === entry && this.entries.delete(url));
    return entry.text;
  }

  private async load(url: string): Promise<string> {
    const answer = await this.http.send(url, { method: 'GET', headers: { accept: 'application/json' } });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    const text = await answer.text();
    JSON.parse(text);
    return text;
  }

  private now(): number {
    return this.clock.milliseconds();
  }
}

function hasKey(text: string, keyId: string): boolean {
  const { keys } = JSON.parse(text) as { keys?: unknown };
  return Array.isArray(keys) && keys.some((key) => key?.kid === keyId);
}
