/**
 * Appends parameters to the query of a URL. Parameters of the same names are replaced; the rest of the query and the
 * fragment stay unchanged, byte for byte.
 * @param dropped names of parameters that are removed, too
 */
export function appendParameters(
  url: string,
  parameters: Record<string, string | number>,
  dropped: readonly string[] = [],
): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const given = query === '' ? [] : query.split('&');
  const replaced = [...Object.keys(parameters), ...dropped];
  const kept = given.filter((pair) => !replaced.includes(nameOf(pair)));
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${[...kept, ...added].join('&')}${fragment}`;
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(`?${pair}`).keys()][0] ?? '';
}
