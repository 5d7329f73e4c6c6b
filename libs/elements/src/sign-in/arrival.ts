/** How the browser has come back to the page. */
export type Arrival = 'link' | 'provider';

const PARAMETER = 'arrival';
/** What the service adds to the URL of a page. */
const ADDED = [PARAMETER, 'code', 'error', 'message'];

/** The URL of this page, for the way back from an email or from a provider. */
export function pageUrl(arrival: Arrival): string {
  const url = new URL(location.href);
  for (const name of ADDED) url.searchParams.delete(name);
  url.searchParams.set(PARAMETER, arrival);
  url.hash = '';
  return url.href;
}

/** Whether an email or a provider has led to this page. */
export function arrivalOf({ searchParams }: URL): Arrival | undefined {
  const arrival = searchParams.get(PARAMETER);
  const isAnswer = searchParams.has('code') || searchParams.has('error');
  return isAnswer && (arrival === 'link' || arrival === 'provider') ? arrival : undefined;
}

/** Removes the trace of an arrival from the address bar. */
export const forgetArrival = () => forget(ADDED);

/** Removes the product from the address bar, so that a reload does not lead there. */
export const forgetProduct = () => forget(['next_url', 'code_challenge', 'state', 'acr', 'max_age']);

function forget(names: string[]): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
