import { request } from 'node:http';
import { Readable } from 'node:stream';
import { Answer } from '../http/http.js';
import { ADMIN_TOKEN, type App } from '../service/app.js';
import type { Service } from '../service/service.js';

export const NDJSON = 'application/x-ndjson';

/** A text in the form of a bcrypt hash. */
export const HASH = `$2b$10$${'abcdefghijklmnopqrstu'}u${'v'.repeat(30)}u`;

/** The lines of an import: texts, or objects to be written as JSON. */
type Lines = (string | Buffer | Record<string, unknown>)[];

/** Lines of NDJSON, each with its line break. */
export function ndjson(lines: Lines): Buffer {
  return Buffer.concat(
    lines.flatMap((line) => [
      typeof line === 'string' || Buffer.isBuffer(line) ? Buffer.from(line) : Buffer.from(JSON.stringify(line)),
      Buffer.from('\n'),
    ]),
  );
}

/** Imports these lines; `more` is the query string. */
export function importLines(app: App, lines: Lines, more = '', token = ADMIN_TOKEN): Promise<Answer> {
  return app.post(`/api/admin/import${more}`, undefined, {
    token,
    raw: ndjson(lines),
    headers: { 'content-type': NDJSON },
  });
}

/**
 * Imports the lines of a generator as fast as the service reads them. Fails when the connection breaks.
 * @param more the rest of the path, such as a query string
 */
export function importStream(
  service: Service,
  chunks: AsyncIterable<string | Buffer>,
  more = '',
  by: Record<string, string> = { authorization: `Bearer ${ADMIN_TOKEN}` },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const headers = { 'content-type': more.startsWith('/file') ? 'application/octet-stream' : NDJSON, ...by };
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
  const answer = (await app.get(`/api/admin/export${more}`, { token: ADMIN_TOKEN })).ok();
  return answer.text;
}

/** The first line of an export with this email. */
export function lineOf(text: string, email: string): Answer['json'] {
  const line = text.split('\n').find((each) => each.includes(email));
  if (line === undefined) throw new Error(`no line of ${email}`);
  return JSON.parse(line);
}

/** The number of users. */
export async function countUsers(app: App): Promise<number> {
  return Number((await app.sql('SELECT COUNT(*) AS n FROM users'))[0]?.n);
}
