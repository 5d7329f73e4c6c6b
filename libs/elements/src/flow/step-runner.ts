import type { Service } from '../parts/service.js';
import type { Flow, Found } from './flow.js';
import type { Action, Place } from './outcomes.js';

/** What a product has asked for. */
export interface Request {
  /** The page of a product that gets a code, and the challenge for it. */
  nextUrl: string;
  codeChallenge: string;
  /** The page to which links and providers lead back. */
  pageUrl: (arrival: 'link' | 'provider') => string;
  locale: string;
}

/** Runs calls of the service as steps of a sign-in. */
export class StepRunner {
  constructor(
    protected readonly service: Service,
    protected readonly flow: Flow,
    protected readonly request: () => Request,
  ) {}

  /** Refuses an empty field before a call. */
  protected missing(fields: Partial<Record<Place, string | undefined>>): boolean {
    const [empty] = Object.entries(fields).find(([, value]) => !value) ?? [];
    if (empty) this.flow.refuse(`${empty.toUpperCase()}_MISSING`, empty as Place);
    return empty !== undefined;
  }

  protected keep(email: string, signUp = false): void {
    Object.assign(this.flow.context, { email, signUp });
  }

  protected run(action: Action, send: () => Promise<unknown>, more: Found = {}): void {
    void this.flow.run(action, async () => ({ ...foundIn(await send()), ...more }));
  }
}

/** What the answers of the service can say about a sign-in. */
interface Answer {
  uid?: string;
  recovery_codes?: string[];
  code_token?: string;
  expiry?: number;
}

function foundIn(answer: unknown): Found {
  const { uid, recovery_codes: recoveryCodes, code_token: codeToken, expiry } = (answer ?? {}) as Answer;
  return { ...(uid && { uid }), ...(recoveryCodes && { recoveryCodes }), ...(codeToken && { codeToken, expiry }) };
}
