import type { Context, StateName } from '../flow/context.js';
import { STATES } from '../flow/states.js';

/** What a tab keeps over a reload. */
interface Kept {
  url: string;
  name: StateName;
  context: Context;
}

/** States that a reload does not show again. */
const PASSING: StateName[] = ['failed', 'continue', 'recovery_codes', 'done'];

/**
 * Where a sign-in is, in the storage of the tab: a phone may discard a page while its user reads an email. It has no session, and no
 * recovery codes.
 */
export class Memory {
  constructor(
    private readonly key: string,
    /** Whether each state is an entry in the history of the browser. */
    private readonly history: boolean,
  ) {}

  keep(name: StateName, { recoveryCodes: _shown, ...context }: Context): void {
    if (STATES[name].busy) return;
    if (PASSING.includes(name)) sessionStorage.removeItem(this.key);
    else sessionStorage.setItem(this.key, JSON.stringify({ url: location.href, name, context } satisfies Kept));
    if (!this.history) return;
    const before = history.state?.latchkey;
    const state = { ...history.state, latchkey: name };
    if (before === undefined) history.replaceState(state, '');
    else if (before !== name) history.pushState(state, '');
  }

  /** Where this page was before a reload, if that is still of use. */
  restore(): Pick<Kept, 'name' | 'context'> | undefined {
    const kept: Kept | undefined = JSON.parse(sessionStorage.getItem(this.key) ?? 'null') ?? undefined;
    const { expiry = Number.POSITIVE_INFINITY } = kept?.context ?? {};
    return kept?.url === location.href && Date.now() / 1_000 < expiry ? kept : undefined;
  }

  forget(): void {
    sessionStorage.removeItem(this.key);
  }

  /** Calls back when the user goes back or forward. Returns a function that stops it. */
  listen(show: (name: StateName) => void): () => void {
    if (!this.history) return () => undefined;
    const onPop = ({ state }: PopStateEvent) => {
      if (state?.latchkey in STATES) show(state.latchkey);
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }
}
