import type { Context, StateName } from '../flow/context.js';
import { STATES } from '../flow/states.js';

/** What a tab keeps over a reload. */
interface Kept {
  page: string;
  /** In milliseconds by the clock of the device. */
  since: number;
  name: StateName;
  context: Context;
}

/** States that a reload does not show again. */
const PASSING: StateName[] = ['failed', 'continue', 'recovery_codes', 'done'];
/** After an hour, a sign-in begins anew: the service has forgotten it. */
const LIFE_MS = 3_600_000;

/**
 * Where a sign-in is, in the storage of the tab: a phone may discard a page while its user reads an email. It has no session, and no
 * recovery codes.
 */
export class Memory {
  /** Whether the user goes back or forward at the moment. */
  private traverses = false;

  constructor(
    private readonly key: string,
    /** Whether each state is an entry in the history of the browser. */
    private readonly history: boolean,
  ) {}

  keep(name: StateName, { recoveryCodes: _shown, ...context }: Context): void {
    if (STATES[name].busy) return;
    const kept: Kept = { page: pageOf(location.href), since: Date.now(), name, context };
    if (PASSING.includes(name)) sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, JSON.stringify(kept));
    if (!this.history) return;
    const before = history.state?.latchkey;
    const state = { ...history.state, latchkey: name };
    // A new entry after a step back would hold the user: the next step back would lead to the same place.
    if (before === undefined || this.traverses) history.replaceState(state, '');
    else if (before !== name) history.pushState(state, '');
  }

  /** Where this page was before a reload; after a long time, only the email is of use. */
  restore(): Pick<Kept, 'name' | 'context'> | undefined {
    const kept: Kept | undefined = JSON.parse(sessionStorage.getItem(this.key) ?? 'null') ?? undefined;
    if (kept?.page !== pageOf(location.href) || !Object.hasOwn(STATES, kept.name)) return undefined;
    const age = Date.now() - kept.since;
    return age >= 0 && age < LIFE_MS ? kept : { name: 'start', context: { email: kept.context.email } };
  }

  /** Calls back when the user goes back or forward. Returns a function that stops it. */
  listen(show: (name: StateName) => void): () => void {
    if (!this.history) return () => undefined;
    const onPop = ({ state }: PopStateEvent) => {
      if (!Object.hasOwn(STATES, state?.latchkey ?? '')) return;
      this.traverses = true;
      show(state.latchkey);
      this.traverses = false;
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }
}

/** The URL without the language, which changes nothing of a sign-in. */
function pageOf(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('locale');
  return url.href;
}
