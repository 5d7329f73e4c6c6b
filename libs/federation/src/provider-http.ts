import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Env, parseUrl } from '@app/config';
import { Clock } from '@app/database';
import { type SpanContext, toTraceparent, traced } from '@app/tracing';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const LOCAL_HOST = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a request of the service may go to a URL: https, and outside production also http on this machine. */
export function isSecureUrl({ protocol, hostname, username, password }: URL, production: boolean): boolean {
  if (username || password) return false;
  return protocol === 'https:' || (!production && protocol === 'http:' && LOCAL_HOST.test(hostname));
}

/**
 * Whether a text is the URL of an issuer: secure, without query and fragment (OpenID Connect Discovery, section 3), and in its
 * normal form, in which the slash after the host may be missing.
 */
export function isIssuer(text: string, production: boolean): boolean {
  if (text.length > 500 || !/^[\x21-\x7e]+$/.test(text) || /[?#]/.test(text)) return false;
  const url = parseUrl(text);
  return url !== undefined && isSecureUrl(url, production) && (url.href === text || url.href === `${text}/`);
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/** A request to a provider. */
interface ProviderRequest {
  method: string;
  headers?: Record<string, string>;
  /** A form. */
  body?: unknown;
}

/**
 * Sends requests to providers: each within 5 seconds, and for at most 1 MiB, read while it arrives. It follows no redirects,
 * uses no proxy of the environment, and keeps no connections, so that a provider that hangs holds no other request. A
 * provider in a private network is allowed, since only administrators name providers.
 */
@Injectable()
export class ProviderHttp {
  constructor(private readonly env: Env) {}

  /** @throws {Error} for a URL that is not secure, after a timeout, and for an answer that is too long */
  async send(url: string, request: ProviderRequest): Promise<Response> {
    const target = new URL(url);
    if (!isSecureUrl(target, this.env.production)) throw new Error(`${target.origin} is not secure`);
    const { method } = request;
    const attributes = { 'http.request.method': method, 'server.address': target.hostname };
    return traced(
      { name: `${method} provider`, kind: 'client', attributes },
      (span) => this.exchange(target, request, span),
      ({ status }) => ({ 'http.response.status_code': status }),
    );
  }

  /** @param span the provider learns its ids, so that its log can be compared with ours */
  private async exchange(
    target: URL,
    { method, headers, body }: ProviderRequest,
    span: SpanContext | undefined,
  ): Promise<Response> {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method,
      headers: {
        ...headers,
        ...(span && { traceparent: toTraceparent(span) }),
        'user-agent': 'latchkey',
        'accept-encoding': 'identity',
      },
      agent: false,
    });
    const late = new Error(`${target.origin} did not answer within ${TIMEOUT_MS / 1_000} s`);
    const timer = setTimeout(() => request.destroy(late), TIMEOUT_MS);
    try {
      return await answerOf(request, body);
    } finally {
      clearTimeout(timer);
      request.destroy();
    }
  }
}

function answerOf(request: ClientRequest, body: unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_BYTES) request.destroy(new Error('the answer is longer than 1 MiB'));
      });
      answer.on('end', () => {
        try {
          resolve(toResponse(answer.statusCode ?? 500, answer.headersDistinct, Buffer.concat(chunks)));
        } catch (error) {
          reject(error);
        }
      });
    });
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

function toResponse(status: number, headers: NodeJS.Dict<string[]>, body: Buffer): Response {
  const pairs = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(body), { status, headers: pairs });
}

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
