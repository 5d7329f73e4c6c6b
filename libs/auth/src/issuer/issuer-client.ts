const TIMEOUT_MS = 5_000;
/** More than a thousand revocations, or any key set, needs. */
const MAX_BYTES = 1024 * 1024;

/** What the issuer has answered. */
export interface IssuerAnswer {
  status: number;
  text: string;
  etag: string | null;
  cacheControl: string;
}

/** Asks the issuer: no longer than a few seconds, for no more than it can have to say, and nobody it points to. */
export class IssuerClient {
  private readonly asking = new Set<AbortController>();
  private closed = false;

  /** @param etag what is known already: the status is 304 when that has not changed */
  async get(url: string, etag?: string): Promise<IssuerAnswer> {
    const asking = new AbortController();
    this.asking.add(asking);
    // Not AbortSignal.any(): on Node 20 it never lets go of what it was made of.
    const timer = setTimeout(() => asking.abort(new Error('The issuer took too long.')), TIMEOUT_MS).unref();
    try {
      if (this.closed) throw new Error('The application is shutting down.');
      const headers = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) };
      const answer = await fetch(url, { headers, redirect: 'error', signal: asking.signal });
      return {
        status: answer.status,
        text: await bounded(answer),
        etag: answer.headers.get('etag'),
        cacheControl: answer.headers.get('cache-control') ?? '',
      };
    } finally {
      clearTimeout(timer);
      this.asking.delete(asking);
    }
  }

  /** Breaks off what is being asked: nobody waits for it any more. */
  close(): void {
    this.closed = true;
    for (const asking of this.asking) asking.abort();
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
