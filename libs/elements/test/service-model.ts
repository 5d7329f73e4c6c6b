import { type ErrorCode, LatchkeyError, MfaError } from '@latchkey/client';
import { EmailConfirmationError } from '@latchkey/client/external';
import type { Action } from '../src/flow/states.js';
import type { Facts, Service } from '../src/parts/service.js';
import type { Case } from './cases.js';

export const EMAIL = 'ada@example.com';
const UID = 'ada';

/** What a call answers when that with which it is made has expired. */
const EXPIRED: Partial<Record<Action, ErrorCode>> = {
  follow_link: 'LINK_EXPIRED',
  use_link: 'LINK_EXPIRED',
  open_reset: 'LINK_EXPIRED',
  set_password: 'LINK_EXPIRED',
  arrive: 'INVALID_CODE',
  use_code: 'INVALID_CODE',
  confirm: 'INVALID_CODE',
  ask_confirmation: 'INVALID_CODE',
  use_passkey: 'INVALID_CHALLENGE',
  verify_code: 'INVALID_MFA_TOKEN',
  verify_passkey: 'INVALID_MFA_TOKEN',
  add_app: 'NOT_AUTHENTICATED',
  confirm_app: 'NOT_AUTHENTICATED',
  prove: 'INVALID_MFA_TOKEN',
  hand_over: 'NOT_AUTHENTICATED',
};

/** What follows these calls is fresh. */
const BEGINNINGS: Action[] = ['sign_in', 'sign_up', 'ask_link', 'ask_code', 'leave_for_provider'];

export const FACTS: Facts = {
  app_name: 'Acme',
  app_url: null,
  sign_up: 'open',
  doors: ['password', 'magic_link', 'email_code', 'passkey'],
  providers: [{ id: 'google', name: 'Google' }],
  password_min_length: 8,
  trusted_device_ttl: 0,
  locales: ['en'],
  terms_url: null,
  privacy_url: null,
  branding: { logo: false, texts: [] },
};

const LINK = { email: EMAIL, asked_at: 1, browser: 'Firefox', system: 'Linux' };

const failed = (code: ErrorCode) => new LatchkeyError(code, code, 400, code === 'TOO_MANY_REQUESTS' ? 5 : undefined);

/** A storage of a browser. */
export const storageOf = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => entries.set(key, value),
  removeItem: (key: string) => entries.delete(key),
});

/** The service for one user, as far as a sign-in concerns: what it answers to each call. */
export class ServiceModel {
  /** Whether this browser has a session. */
  signedIn = false;
  /** For whom a page has asked for a code. */
  agreed: string | undefined;
  /** What all tabs of the browser share. */
  readonly storage = storageOf(new Map());
  /** Calls of actions so far. */
  readonly calls: Action[] = [];
  /** Actions that have answered their one failure already. */
  /** Whether this browser has asked for the email that is opened in it. */
  asked = true;
  private readonly failedOnce = new Set<Action>();
  private proved: boolean;
  private expired = new Set<Action>();

  constructor(private readonly given: Case) {
    this.proved = given.factor !== 'enrolment';
  }

  /** All that was handed out has expired, as after a night. */
  expire(): void {
    this.signedIn = false;
    this.expired = new Set(Object.keys(EXPIRED) as Action[]);
  }

  get service(): Service {
    const answers = (action: Action, success?: () => object) => async () => this.answer(action, success);
    const signsIn = () => this.signIn();
    const codeToken = () => ({ code_token: 'code-token', expiry: 1 });
    const client = {
      connection: { inCookie: true },
      ui: async () => FACTS,
      accessToken: async () => (this.signedIn ? 'token' : undefined),
      user: async () => ({ uid: UID, email: EMAIL }),
      subscribe: () => () => undefined,
      signIn: answers('sign_in', () => this.firstStep()),
      signUp: answers('sign_up', () => this.firstStep()),
      requestPasswordReset: answers('reset'),
      resetPassword: answers('set_password'),
      readLink: answers('open_reset', () => LINK),
      signInWithLink: answers('ask_link', codeToken),
      useMagicLink: async (_token: string, { anywhere = false } = {}) => {
        if (!anywhere && !this.asked) throw failed('LINK_NOT_REQUESTED');
        return this.answer(anywhere ? 'use_link' : 'follow_link', () => this.firstStep());
      },
      completeMagicLink: answers('follow_link', () => this.firstStep()),
      requestCode: () => this.answer(this.proved ? 'ask_code' : this.codeAction, codeToken),
      signInWithCode: async (_token: string, _code: string, mfaToken?: string) =>
        mfaToken ? this.answer('prove', () => this.prove()) : this.answer('use_code', () => this.firstStep()),
      useRecoveryCode: answers('verify_code', signsIn),
      verifyTotp: answers('verify_code', signsIn),
      createPageCode: async (_body: object, uid?: string) => {
        this.agreed = uid;
        if (!this.signedIn) throw failed('NOT_AUTHENTICATED');
        return this.answer('hand_over', () => ({ code: 'code' }));
      },
      signOut: answers('sign_out'),
      factors: {
        addTotp: answers('add_app', () => this.addApp()),
        confirmTotp: answers('confirm_app', () => ({ ...this.signIn(), recovery_codes: ['A-1'] })),
      },
    };
    const passkeys = {
      signIn: answers('use_passkey', () => this.firstStep()),
      verify: answers('verify_passkey', signsIn),
    };
    const external = {
      signInWith: answers('leave_for_provider'),
      completeSignIn: answers('arrive', () => this.returned()),
      requestConfirmation: answers('ask_confirmation', codeToken),
      confirm: answers('confirm', () => this.firstStep()),
    };
    return { client, passkeys, external } as unknown as Service;
  }

  /** Which of its two purposes an email code has at the moment. */
  codeAction: 'ask_code' | 'ask_proof' = 'ask_code';

  private async answer(action: Action, success: () => object = () => ({})): Promise<object> {
    this.calls.push(action);
    if (BEGINNINGS.includes(action)) this.expired.clear();
    const code = EXPIRED[action];
    if (code && this.expired.delete(action)) throw failed(code);
    const isFirst = !this.failedOnce.has(action);
    this.failedOnce.add(action);
    if (isFirst && this.given.account === 'limited') throw failed('TOO_MANY_REQUESTS');
    if (isFirst && this.given.account === 'expired' && code) throw failed(code);
    return success();
  }

  private signIn(): object {
    if (this.given.account === 'disabled') throw failed('USER_DISABLED');
    this.signedIn = true;
    return { uid: UID };
  }

  private firstStep(): object {
    const { factor, account } = this.given;
    const methods = {
      TOTP: ['totp', 'recovery_code'],
      passkey: ['passkey', 'recovery_code'],
      'recovery code': ['totp', 'recovery_code'],
    };
    if (account === 'disabled' && factor === 'enrolment') throw failed('USER_DISABLED');
    if (factor === 'none') return this.signIn();
    if (factor === 'enrolment') throw new MfaError('MFA_ENROLMENT_REQUIRED', '', 'mfa-token', ['totp', 'passkey'], 1);
    throw new MfaError('MFA_REQUIRED', '', 'mfa-token', methods[factor] as MfaError['methods'], 1);
  }

  /** A new person at a provider has an address that the provider does not prove. */
  private returned(): object {
    if (this.given.account !== 'new') return this.firstStep();
    throw new EmailConfirmationError('', 'pending-token', EMAIL, 400);
  }

  private addApp(): object {
    if (!this.proved) throw failed('EMAIL_NOT_VERIFIED');
    return { factor_id: 'f', secret: 'SECRET', uri: 'otpauth://totp/x?secret=SECRET' };
  }

  private prove(): object {
    this.proved = true;
    throw new MfaError('MFA_ENROLMENT_REQUIRED', '', 'mfa-token-2', ['totp', 'passkey'], 1);
  }
}
