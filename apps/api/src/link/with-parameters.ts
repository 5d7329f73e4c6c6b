/**
 * A URL with parameters appended to its query. What was there stays as it was, byte for byte, and so does the fragment;
 * only parameters of the same names are replaced.
 */
export function withParameters(url: string, parameters: Record<string, string | number>): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const given = query === '' ? [] : query.split('&');
  const kept = given.filter((pair) => !Object.hasOwn(parameters, nameOf(pair)));
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${[...kept, ...added].join('&')}${fragment}`;
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(`?${pair}`).keys()][0] ?? '';
}
