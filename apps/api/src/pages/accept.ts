/**
 * Whether a client prefers a page to JSON, by its header `Accept` (RFC 9110, section 12.5.1): it names `text/html`, and
 * `application/json` not at all or with a lower weight. Browsers do; programs send JSON, a wildcard or nothing.
 */
export function prefersPage(accept = ''): boolean {
  const weights = new Map(accept.toLowerCase().split(',').map(weightOf));
  const page = weights.get('text/html') ?? 0;
  return page > 0 && page > (weights.get('application/json') ?? 0);
}

function weightOf(part: string): [type: string, weight: number] {
  const [type = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((text) => text.startsWith('q='))?.slice('q='.length) ?? '1';
  return [type, Number.isFinite(Number(weight)) ? Number(weight) : 0];
}
