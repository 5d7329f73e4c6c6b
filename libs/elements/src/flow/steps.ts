import { ProofSteps } from './proof-steps.js';
import { codeRequestOf } from './step-runner.js';

/** The calls of a sign-in. Each leads to a state by the table of actions. */
export class Steps extends ProofSteps {
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
