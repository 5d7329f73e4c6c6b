import type { Schemas } from '@latchkey/client';
import { isTooShort } from '../parts/new-password.js';
import type { Service } from '../parts/service.js';
import type { Flow, Found } from './flow.js';
import type { Action, Place } from './outcomes.js';

type CodeRequest = Schemas['PageCodeRequest'];

/** What a product has asked for, and what the page knows. */
export interface Request {
  /** The page of a product that gets a code, and the challenge for it. */
  nextUrl: string;
  codeChallenge: string;
  /** What it demands of the sign-in: its strength, and how old a proof may be, in seconds. Empty for nothing. */
  acr: string;
  maxAge: string;
  /** The page to which links and providers lead back. */
  pageUrl: (arrival: 'link' | 'reset' | 'provider') => string;
  /** Says that an email to this address was asked for here, on the way to the product. */
  remember: (email: string) => void;
  locale: string;
  /** How many characters a new password has at least. */
  passwordMinLength: number;
}

/** How old a proof may be that was made on this page, in seconds: the user may still have kept recovery codes. */
const LEAST_AGE = 300;

/**
 * The body of the call that asks for the code of the product.
 * @param hasProved whether the user has proved something since the page was opened
 */
export function codeRequestOf({ nextUrl, codeChallenge, acr, maxAge }: Request, hasProved: boolean): CodeRequest {
  const age = hasProved ? Math.max(Number(maxAge), LEAST_AGE) : Number(maxAge);
  return {
    next_url: nextUrl,
    code_challenge: codeChallenge,
    ...(acr && { acr: acr as 'aal1' | 'aal2' }),
    ...(maxAge && { max_age: age }),
  };
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

  /** Refuses a new password before a call that could only say the same. */
  protected tooShort(password: string): boolean {
    const isShort = isTooShort(password, this.request().passwordMinLength);
    if (isShort) this.flow.refuse('PASSWORD_TOO_SHORT', 'password');
    return isShort;
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
