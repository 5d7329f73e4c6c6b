import type { IncomingMessage } from 'node:http';

/** A host and a port, or nothing (RFC 9110, section 7.2; RFC 3986, section 3.2). */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

/**
 * What is wrong with the `Host` of a request, which must be answered with 400 (RFC 9112, section 3.2). Node reads the
 * first of two, and a proxy may have read the other.
 */
export function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) return 'The request names more than one host.';
  if (headers.host === undefined) return httpVersion === '1.1' ? 'The request names no host.' : undefined;
  return HOST.test(headers.host) ? undefined : 'The Host header is not valid.';
}
