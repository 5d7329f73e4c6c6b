/** The URL of the service, of which these are the pages. */
export const SERVICE = new URL('.', location.href).href.replace(/\/$/, '');

/** A parameter of the address. */
export function given(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

/** The page for a new password. */
export const RESET_URL = `${SERVICE}/reset-password`;

/** Whether this is the page for a new password. A token in its URL is that of a reset link. */
export function isResetPage(): boolean {
  if (!location.pathname.endsWith('/reset-password')) return false;
  const url = new URL(location.href);
  if (url.searchParams.has('token')) url.searchParams.set('arrival', 'reset');
  history.replaceState(history.state, '', url);
  return true;
}

/** Leads to the product with the code that it has asked for; without a product, to the account. */
export function leaveFor(nextUrl: string, code: string | undefined): void {
  // The service has checked the URL of the product before it has given the code.
  const url = new URL(code === undefined ? `${SERVICE}/account` : nextUrl);
  if (code !== undefined) url.searchParams.set('code', code);
  if (code !== undefined && given('state')) url.searchParams.set('state', given('state'));
  location.assign(url);
}
