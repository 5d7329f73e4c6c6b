const TIMEOUT_MS = 5_000;
/** Enough for a page of 1,000 revocations, or any key set. */
const MAX_BYTES = 1024 * 1024;

/** An answer of the issuer. */
export interface IssuerAnswer {
  status: number;
  text: string;
  etag: string | null;
  cacheControl: string;
}

/** Sends requests to the issuer, with a timeout, a maximum size and without redirects. */
export class IssuerClient {
  private readonly pending = new Set<AbortController>();
  private closed = false;

  /** @param etag of a previous answer: the status is 304 if the answer has not changed */
  async get(url: string, etag?: string): Promise<IssuerAnswer> {
    const abort = new AbortController();
    this.pending.add(abort);
    // Not AbortSignal.any(): on Node 20 it keeps its source signals in memory for ever.
    const timer = setTimeout(() => abort.abort(new Error('The issuer took too long.')), TIMEOUT_MS).unref();
    try {
      if (this.closed) throw new Error('The application is shutting down.');
      const headers = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) };
      const answer = await fetch(url, { headers, redirect: 'error', signal: abort.signal });
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

async function bounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('The answer of the issuer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
