const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether the host of a URL is a plain host name (letters, digits, hyphens, underscores, dots) or an IP address. `URL`
 * accepts more, such as `a;b.example.com`, which would add words to a header that names the host.
 */
export function hasPlainHost({ hostname }: URL): boolean {
  return PLAIN_HOST.test(hostname);
}
