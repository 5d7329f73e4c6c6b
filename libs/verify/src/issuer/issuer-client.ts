const TIMEOUT_MS = 5_000;
/** Enough for a page of 1,000 revocations, or any key set. */
const MAX_BYTES = 1024 * 1024;

/** An answer of the issuer. */
interface IssuerAnswer {
  status: number;
  text: string;
  etag: string | null;
  cacheControl: string;
}

/** Sends requests to the issuer, with a timeout, a maximum size and without redirects. */
export class IssuerClient {
  private readonly pending = new Set<AbortController>();
  private closed = false;

  /** @param send the `fetch` of the runtime, or another one */
  constructor(private readonly send: typeof fetch = (input, init) => fetch(input, init)) {}

  /** @param etag of a previous answer: the status is 304 if the answer has not changed */
  async get(url: string, etag?: string): Promise<IssuerAnswer> {
    const abort = new AbortController();
    this.pending.add(abort);
    // Not AbortSignal.any(): on Node 20 it keeps its source signals in memory for ever.
    const timer = setTimeout(() => abort.abort(new Error('The issuer took too long.')), TIMEOUT_MS);
    detach(timer);
    try {
      if (this.closed) throw new Error('The application is shutting down.');
      const headers = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) };
      // Not 'error': some edge runtimes do not know it.
      const answer = await this.send(url, { headers, redirect: 'manual', signal: abort.signal });
      return {
        status: answer.status,
        text: await bounded(answer),
        etag: answer.headers.get('etag'),
        cacheControl: answer.headers.get('cache-control') ?? '',
      };
    } finally {
      clearTimeout(timer);
      this.pending.delete(abort);
    }
  }

  /** Aborts all requests and refuses new ones. */
  close(): void {
    this.closed = true;
    for (const abort of this.pending) abort.abort();
  }
}

/** Lets Node.js end while a timer waits. Timers of other runtimes are numbers. */
export function detach(timer: unknown): void {
  Object(timer).unref?.();
}

async function bounded({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new Error('The answer of the issuer is too long.');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
