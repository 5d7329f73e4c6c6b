import { request } from 'node:http';
import { Readable } from 'node:stream';
import { ADMIN_TOKEN, type App } from './app.js';
import { Answer } from './http.js';
import type { Service } from './service.js';

export const NDJSON = 'application/x-ndjson';

/** A bcrypt hash as far as its form goes. */
export const HASH = `$2b$10$${'abcdefghijklmnopqrstu'}u${'v'.repeat(30)}u`;

/** What an import has to take: texts, or objects to be written as lines. */
export type Lines = (string | Buffer | Record<string, unknown>)[];

/** Lines of NDJSON, each with its line break. */
export function ndjson(lines: Lines): Buffer {
  return Buffer.concat(
    lines.flatMap((line) => [
      typeof line === 'string' || Buffer.isBuffer(line) ? Buffer.from(line) : Buffer.from(JSON.stringify(line)),
      Buffer.from('\n'),
    ]),
  );
}

/** Imports these lines; `more` is the query. */
export function importLines(app: App, lines: Lines, more = '', token = ADMIN_TOKEN): Promise<Answer> {
  return app.post(`/api/admin/import${more}`, undefined, {
    token,
    raw: ndjson(lines),
    headers: { 'content-type': NDJSON },
  });
}

/** Imports what a generator makes, as it is taken. Fails when the connection breaks. */
export function importStream(service: Service, chunks: AsyncIterable<string | Buffer>, more = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': NDJSON };
    const path = `/api/admin/import${more}`;
    const outgoing = request({ hostname, port, method: 'POST', path, headers }, async (incoming) => {
      try {
        let text = '';
        for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
        resolve(new Answer(incoming.statusCode ?? 0, new Headers(), text));
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject);
    Readable.from(chunks).on('error', reject).pipe(outgoing);
  });
}

/** The export as text. */
export async function exportText(app: App, more = '?include_hashes=true'): Promise<string> {
  const answer = await app.get(`/api/admin/export${more}`, { token: ADMIN_TOKEN });
  if (answer.status !== 200) throw new Error(`export answered ${answer.status} ${answer.text}`);
  return answer.text;
}

/** How many users there are. */
export async function countUsers(app: App): Promise<number> {
  return Number((await app.sql('SELECT COUNT(*) AS n FROM users'))[0]?.n);
}
