import type { ProofMethod, Schemas } from '@latchkey/client';
import { isTooShort } from '../parts/fields.js';
import { qrCodeOf } from '../parts/qr-code.js';
import type { Service } from '../parts/service.js';
import type { Flow, Found } from './flow.js';
import type { Action, Place } from './states.js';

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

/** The calls of a sign-in. Each leads to a state by the table of actions. */
export class Steps {
  constructor(
    private readonly service: Service,
    private readonly flow: Flow,
    private readonly request: () => Request,
  ) {}

  /** Refuses an empty field before a call. */
  private missing(fields: Partial<Record<Place, string | undefined>>): boolean {
    const [empty] = Object.entries(fields).find(([, value]) => !value) ?? [];
    if (empty) this.flow.refuse(`${empty.toUpperCase()}_MISSING`, empty as Place);
    return empty !== undefined;
  }

  /** Refuses a new password before a call that could only say the same. */
  private tooShort(password: string): boolean {
    const isShort = isTooShort(password, this.request().passwordMinLength);
    if (isShort) this.flow.refuse('PASSWORD_TOO_SHORT', 'password');
    return isShort;
  }

  private keep(email: string, signUp = false): void {
    Object.assign(this.flow.context, { email, signUp });
  }

  private run(action: Action, send: () => Promise<unknown>, more: Found = {}): void {
    void this.flow.run(action, async () => ({ ...foundIn(await send()), ...more }));
  }

  verify(code: string, isRecoveryCode: boolean): void {
    const { mfaToken = '', trusts: trustDevice } = this.flow.context;
    const { client } = this.service;
    if (this.missing({ code })) return;
    this.run('verify_code', () =>
      isRecoveryCode
        ? client.useRecoveryCode(mfaToken, code, { trustDevice })
        : client.verifyTotp(mfaToken, code, { trustDevice }),
    );
  }

  verifyPasskey(): void {
    const { mfaToken = '', trusts: trustDevice } = this.flow.context;
    this.run('verify_passkey', () => this.service.passkeys.verify(mfaToken, { trustDevice }));
  }

  addApp(): void {
    const { mfaToken } = this.flow.context;
    void this.flow.run('add_app', async () => {
      const { factor_id: factorId, secret, uri } = await this.service.client.factors.addTotp(undefined, mfaToken);
      return { app: { factorId, secret, qr: await qrCodeOf(uri) } };
    });
  }

  confirmApp(code: string): void {
    const { app, mfaToken } = this.flow.context;
    if (this.missing({ code })) return;
    this.run('confirm_app', () => this.service.client.factors.confirmTotp(app?.factorId ?? '', code, mfaToken));
  }

  addPasskey(): void {
    const { mfaToken } = this.flow.context;
    this.run('add_passkey', () => this.service.passkeys.create(undefined, mfaToken));
  }

  /** Confirms the address by an email code, before a factor is added. */
  prove(code: string): void {
    const { codeToken = '', mfaToken } = this.flow.context;
    const { client } = this.service;
    if (this.missing({ code })) return;
    this.run('prove', () =>
      mfaToken === undefined ? client.proveEmail(codeToken, code) : client.signInWithCode(codeToken, code, mfaToken),
    );
  }

  reauthenticate(method: ProofMethod, { password = '', code = '' }: Record<string, string>): void {
    const { client } = this.service;
    const { codeToken = '' } = this.flow.context;
    if (this.missing(method === 'password' ? { password } : { code })) return;
    const proofs = {
      password: { password },
      totp: { code },
      recovery_code: { recovery_code: code },
      email_code: { code_token: codeToken, email_code: code },
      passkey: {},
    };
    this.run('reauthenticate', () => client.reauthenticate(proofs[method]));
  }

  reauthenticateByPasskey(): void {
    this.run('reauthenticate_passkey', () => this.service.passkeys.reauthenticate());
  }

  requestProofCode(): void {
    this.run('ask_reauthentication', () => this.service.client.requestReauthenticationCode());
  }

  signIn(email: string, password: string): void {
    this.keep(email);
    if (!this.missing({ email, password })) this.run('sign_in', () => this.service.client.signIn(email, password));
  }

  signUp(email: string, password: string): void {
    this.keep(email);
    if (!this.missing({ email, password }) && !this.tooShort(password))
      this.run('sign_up', () => this.service.client.signUp({ email, password, login: true }));
  }

  requestReset(email: string): void {
    this.keep(email);
    const { locale, pageUrl, remember } = this.request();
    const body = { email, locale, reset_url: pageUrl('reset') };
    if (this.missing({ email })) return;
    remember(email);
    this.run('reset', () => this.service.client.requestPasswordReset(body), { sentTo: email });
  }

  requestLink(email: string, signUp: boolean): void {
    this.keep(email, signUp);
    const { locale, pageUrl, remember } = this.request();
    // The code is for a user who opens the email on another device.
    const body = { email, sign_up: signUp, next_url: pageUrl('link'), with_code: true as const, locale };
    if (this.missing({ email })) return;
    remember(email);
    this.run('ask_link', () => this.service.client.signInWithLink(body), { sentTo: email });
  }

  requestCode(email: string, signUp: boolean, action: 'ask_code' | 'ask_proof' = 'ask_code'): void {
    this.keep(email, signUp);
    const { locale } = this.request();
    const body = { email, sign_up: signUp, locale };
    if (this.missing({ email })) return;
    this.run(action, () => this.service.client.requestCode(body), { sentTo: email });
  }

  /** In any browser: the user has agreed. */
  useLink(): void {
    const { linkToken = '', link } = this.flow.context;
    const send = () => this.service.client.useMagicLink(linkToken, { anywhere: true });
    this.run('use_link', send, { ...(link && { email: link.email }) });
  }

  /** Sets the password by a reset link, and signs in with it, unless the product waits in another browser. */
  setPassword(password: string): void {
    const { linkToken = '', link, elsewhere } = this.flow.context;
    const { client } = this.service;
    const email = link?.email ?? '';
    if (this.missing({ password }) || this.tooShort(password)) return;
    const set = this.flow.run('set_password', async () => {
      await client.resetPassword(linkToken, password).catch(async (error) => {
        // Says why, if the link does not work any more.
        if (error.code === 'INVALID_PASSWORD') await client.readLink(linkToken);
        throw error;
      });
      const done = { email, linkToken: undefined, link: undefined, passwordSet: true };
      return elsewhere ? { ...done, to: 'password_set' } : done;
    });
    void set.then(() => {
      if (this.flow.name === 'start' && this.flow.context.passwordSet) this.signIn(email, password);
    });
  }

  useCode(code: string): void {
    const { codeToken = '' } = this.flow.context;
    if (!this.missing({ code })) this.run('use_code', () => this.service.client.signInWithCode(codeToken, code));
  }

  usePasskey(): void {
    this.run('use_passkey', () => this.service.passkeys.signIn());
  }

  leaveFor(provider: string, email: string): void {
    const { pageUrl, maxAge } = this.request();
    const options = {
      nextUrl: pageUrl('provider'),
      ...(email && { loginHint: email }),
      // Else the provider answers with an earlier sign-in of its own, which is too old for the product.
      ...(maxAge && { maxAge: Number(maxAge) }),
    };
    Object.assign(this.flow.context, { provider });
    this.run('leave_for_provider', () => this.service.external.signInWith(provider, options));
  }

  requestConfirmation(email: string): void {
    const { pendingToken = '' } = this.flow.context;
    if (this.missing({ email })) return;
    this.keep(email);
    const send = () => this.service.external.requestConfirmation(pendingToken, email);
    this.run('ask_confirmation', send, { sentTo: email });
  }

  confirm(code: string): void {
    const { codeToken = '' } = this.flow.context;
    if (!this.missing({ code })) this.run('confirm', () => this.service.external.confirm(codeToken, code));
  }

  signOut(): void {
    this.run('sign_out', async () => {
      await this.service.client.signOut();
      this.flow.context = {};
    });
  }

  /** Gets the code for the product, if one has asked. */
  handOver(done: (code: string | undefined) => void): void {
    const request = this.request();
    const { uid } = this.flow.context;
    const hasProved = this.flow.from !== 'continue';
    void this.flow.run('hand_over', async () => {
      if (!request.nextUrl || !request.codeChallenge) return done(undefined) as undefined;
      const asked = this.service.client.createPageCode(codeRequestOf(request, hasProved), uid);
      const { code } = await asked.catch(async (error) => {
        await this.nameAccount();
        throw error;
      });
      done(code);
      return undefined;
    });
  }

  /** Finds out who has signed in, for a screen that asks for more: neither a passkey nor a provider has said it. */
  private async nameAccount(): Promise<void> {
    const user = await this.service.client.user().catch(() => undefined);
    if (user) Object.assign(this.flow.context, { account: { uid: user.uid, email: user.email } });
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
