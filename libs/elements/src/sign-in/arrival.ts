/** How the browser has come back to the page. */
export type Arrival = 'link' | 'reset' | 'provider';

const PARAMETER = 'arrival';
/** What the service adds to the URL of a page. */
const ADDED = [PARAMETER, 'token', 'code', 'error', 'message'];
/** What a product has asked for. */
const PRODUCT = ['next_url', 'code_challenge', 'state', 'acr', 'max_age'];
/** The service refuses a longer URL. */
const MOST_CHARACTERS = 2_048;

const ASKED = 'latchkey asked';
/** The longest that the service lets a link live. */
const LIFE_MS = 86_400_000;

/**
 * The URL for the way back from an email or from a provider.
 * @param page another page than this one, with the product of this one and the language; one for new passwords knows its links by itself
 */
export function pageUrl(arrival: Arrival, page = ''): string {
  const here = new URL(location.href);
  const url = page ? new URL(page) : here;
  const taken = [...(page ? here.searchParams : [])].filter(([name]) => [...PRODUCT, 'locale'].includes(name));
  for (const [name, value] of taken) url.searchParams.set(name, value);
  for (const name of ADDED) url.searchParams.delete(name);
  if (!page || arrival === 'link') url.searchParams.set(PARAMETER, arrival);
  url.hash = '';
  // Without the product, the user ends in the account.
  if (url.href.length > MOST_CHARACTERS) for (const name of PRODUCT) url.searchParams.delete(name);
  return url.href;
}

/** Whether an email or a provider has led to this page. */
export function arrivalOf({ searchParams }: URL): Arrival | undefined {
  const arrival = searchParams.get(PARAMETER);
  const has = (...names: string[]) => names.some((name) => searchParams.has(name));
  if (arrival === 'reset') return has('token') ? 'reset' : undefined;
  if (arrival === 'link') return has('token', 'code', 'error') ? 'link' : undefined;
  return arrival === 'provider' && has('code', 'error') ? 'provider' : undefined;
}

/** Removes the trace of an arrival from the address bar. */
export const forgetArrival = () => forget(ADDED);

/** Removes the product from the address bar, so that a reload does not lead there. */
export const forgetProduct = () => forget(PRODUCT);

function forget(names: string[]): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

interface Asked {
  /** In milliseconds by the clock of the device. */
  until: number;
  nextUrl: string;
  email: string;
}

/**
 * Remembers in this browser that an email was asked for on the way to a product. Only here the product can use its code: it has
 * the verifier of the challenge, and a mail program may open the email in another browser.
 */
export function remember(codeChallenge: string, nextUrl: string, email: string): void {
  if (!codeChallenge) return;
  const asked = Object.entries(readAsked()).filter(([, { until }]) => Date.now() < until);
  const newest: Asked = { until: Date.now() + LIFE_MS, nextUrl, email: email.trim().toLowerCase() };
  const next = { ...Object.fromEntries(asked), [codeChallenge]: newest };
  try {
    localStorage.setItem(ASKED, JSON.stringify(next));
  } catch {
    // A browser that forbids it counts as another one.
  }
}

/**
 * Whether this browser has asked for an email on the way to this product. Another person may know the challenge, and have asked for
 * an email that leads to another page.
 * @param email the recipient, once it is known
 */
export function isRemembered(codeChallenge: string, nextUrl: string, email?: string): boolean {
  const asked = readAsked()[codeChallenge];
  if (!asked || Date.now() >= asked.until || asked.nextUrl !== nextUrl) return false;
  return email === undefined || asked.email === email.toLowerCase();
}

function readAsked(): Record<string, Asked> {
  try {
    return JSON.parse(localStorage.getItem(ASKED) ?? '{}');
  } catch {
    return {};
  }
}
