import type { ProofMethod } from '@latchkey/client';
import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import { Flow, type Problem } from '../flow/flow.js';
import type { Action, Context, StateName } from '../flow/states.js';
import { Steps } from '../flow/steps.js';
import { LatchkeyElement } from '../parts/element.js';
import { waiting } from '../parts/fields.js';
import type { Facts } from '../parts/service.js';
import type { View } from '../screens/screen.js';
import { loadFurther, screenOf } from '../screens/screens.js';
import { Loader } from './loader.js';
import { Autofill, Memory, PageEvents } from './page-events.js';

/**
 * Signs a user in, by every way that the service offers, and says so by the event `latchkey-signed-in`, whose `detail` has the `uid`,
 * and with `next-url` the `code` for it. A user who is signed in already is one, too: see `auto-continue`. When that user signs out here or in
 * another tab, it says so by the event `latchkey-signed-out`.
 */
export class LatchkeySignIn extends LatchkeyElement implements View {
  static override properties: PropertyDeclarations = {
    nextUrl: { attribute: 'next-url' },
    codeChallenge: { attribute: 'code-challenge' },
    acr: {},
    maxAge: { attribute: 'max-age' },
    resetUrl: { attribute: 'reset-url' },
    screen: {},
    loginHint: { attribute: 'login-hint' },
    prompt: {},
    signedOut: { attribute: 'signed-out' },
    history: { type: Boolean },
    autoContinue: { attribute: 'auto-continue' },
  };

  /** On the pages of the service: the page of a product that gets a code, and the challenge for it. */
  declare nextUrl: string;
  declare codeChallenge: string;
  /** What the product demands: `aal2`, and how old a proof may be, in seconds. */
  declare acr: string;
  declare maxAge: string;
  /** The page for a new password, to which reset links lead with `token`. Default: this page. */
  declare resetUrl: string;
  /** The first screen: `sign-in`, `sign-up` or `reset`. */
  declare screen: string;
  /** The email to begin with. */
  declare loginHint: string;
  /** `login`: asks who is signed in already to sign in again. */
  declare prompt: string;
  /** `everywhere`: the first screen says that all sessions of the user have ended. */
  declare signedOut: string;
  /** Whether each screen is an entry in the history of the browser. */
  declare history: boolean;
  /**
   * `on`: a user who is signed in at the beginning goes on at once; `off`: they are asked. Default: `on`, but `off` with a `nextUrl`, since
   * a prepared link must sign no one in unseen.
   */
  declare autoContinue: string | undefined;

  facts!: Facts;
  readonly flow = new Flow((moved) => this.onChange(moved));
  steps!: Steps;
  private memory!: Memory;
  private autofill!: Autofill;
  private loader!: Loader;
  private events!: PageEvents;
  private moved = false;
  /** Whether a screen was shown: the first one in a page of a product does not take the focus. */
  private shown = false;
  /** Whether the page knows that a user is signed in. */
  private saidSignedIn = false;
  private stopListening: () => void = () => undefined;

  get context(): Context {
    return this.flow.context;
  }

  get problem(): Problem | undefined {
    return this.flow.problem;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { service, flow } = this;
    this.memory = new Memory(`latchkey sign-in ${this.baseUrl}`, this.history);
    this.stopListening = this.memory.listen((name) => this.go(name));
    this.steps = new Steps(service, flow, () => this.loader.request);
    this.loader = new Loader(service, flow, this.memory, this);
    this.autofill = new Autofill(service.passkeys, flow);
    this.events = new PageEvents(
      service,
      flow,
      this.baseUrl,
      () => this.load(),
      () => this.loader.byEmail,
    );
    this.events.listen();
    this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.events.stop();
    this.stopListening();
    this.autofill.stop();
  }

  load(): void {
    void this.loader.load();
  }

  go(name: StateName): void {
    const typed = this.renderRoot.querySelector<HTMLInputElement>('#email')?.value.trim();
    this.flow.go(name, typed ? { email: typed } : {});
  }

  isRunning(action: Action): boolean {
    return this.flow.running === action;
  }

  signInHere(): void {
    this.loader.leaveProduct();
    if (this.context.linkToken) this.steps.useLink();
    else this.flow.go('start');
  }

  chooseProof(proof: ProofMethod): void {
    this.flow.go('step_up', { proof });
  }

  useRecoveryCode(recovery: boolean): void {
    this.flow.go('second_step', { recovery });
  }

  codesSaved(): void {
    this.flow.context.recoveryCodes = undefined;
    this.flow.go('finishing');
  }

  override render(): TemplateResult {
    const show = screenOf(this.flow.name);
    if (show) return show(this);
    void loadFurther().then(
      () => this.requestUpdate(),
      () => this.flow.go('failed', {}, { code: 'NETWORK_ERROR', place: 'form' }),
    );
    return waiting(this.wording);
  }

  override updated(_changed: PropertyValues): void {
    if (!screenOf(this.flow.name)) return;
    this.announceScreen(this.flow.name, this.facts);
    const { problem, moved } = this;
    this.moved = false;
    if (moved && (this.history || this.shown)) this.focusFirst();
    this.showProblem(problem);
    this.shown ||= moved;
  }

  private onChange(moved: boolean): void {
    const { flow } = this;
    this.moved ||= moved;
    this.requestUpdate();
    if (!moved) return;
    if (this.saidSignedIn && this.context.uid === undefined) this.saySignedOut();
    if (this.continuesByItself()) {
      flow.go('finishing');
      return;
    }
    this.memory.keep(flow.name, flow.context);
    this.events.follow();
    if (flow.name === 'finishing') this.finish();
    if (flow.name === 'start' && this.facts.doors.includes('passkey')) void this.autofill.start();
    else this.autofill.stop();
    if (flow.problem) this.announce('latchkey-error', { code: flow.problem.code });
  }

  /** Only at the beginning: who comes back to a page, or has just been refused there, is asked. */
  private continuesByItself(): boolean {
    const { name, from, problem } = this.flow;
    const isOn = this.autoContinue ? this.autoContinue !== 'off' : !this.nextUrl;
    return isOn && name === 'continue' && from === 'loading' && problem === undefined;
  }

  private finish(): void {
    const { uid } = this.context;
    this.steps.handOver((code) => {
      this.saidSignedIn = true;
      this.announce('latchkey-signed-in', { uid, ...(code && { code }) });
    });
  }

  private saySignedOut(): void {
    this.saidSignedIn = false;
    this.announce('latchkey-signed-out', {});
  }
}
