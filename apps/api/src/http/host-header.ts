import type { IncomingMessage } from 'node:http';

/** An optional host and an optional port (RFC 9110, section 7.2; RFC 3986, section 3.2). */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

/**
 * What is wrong with the `Host` header of a request; such a request gets 400 (RFC 9112, section 3.2). Two headers are
 * refused: Node uses the first one, and a proxy may have used the other.
 */
export function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) return 'The request names more than one host.';
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The request names no host.' : undefined;
  return HOST.test(headers.host) ? undefined : 'The Host header is not valid.';
}
