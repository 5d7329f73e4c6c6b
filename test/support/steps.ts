import fc from 'fast-check';
import type { App } from './app.js';
import { expectFailure } from './expect.js';
import { Answer } from './http.js';
import { linkIn, type MailServer } from './mail-server.js';
import type { Expected, Model } from './model.js';
import { sendPipelined } from './pipeline.js';

const PASSWORDS = ['correct horse battery staple', 'seven purple lamps sing', 'a kettle of cold stars'];
const WEAK = '1234';
const DAY = 86_400;

/** Picks one of the items that a sequence has created so far, counted from the newest. */
const pick = fc.nat({ max: 3 });
const address = fc.nat({ max: 3 });
const password = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PASSWORDS) }, fc.constant(WEAK));
const metadata = fc.constantFrom('{}', '[1]', ' {"a": "\u00fc\\u0000"}');
const caller = { caller: pick };
/** The current password in the body of a request: none, the right one, or a wrong one. */
const confirmation = fc.constantFrom('none' as const, 'none' as const, 'right' as const, 'wrong' as const);

/** A token of any age; one in ten is not a token. */
const token = fc.oneof({ weight: 9, arbitrary: pick }, fc.constantFrom('garbage' as const, 'access' as const));

const STEPS = {
  create: fc.record({ address, password, login: fc.boolean(), email_verified: fc.boolean(), metadata }),
  login: fc.record({ address, password: fc.oneof(password, fc.constant('right' as const)) }),
  refresh: fc.record({ token }),
  logout: fc.record({ ...caller, token: fc.option(token, { nil: undefined }) }),
  endSession: fc.record({ ...caller, session: pick }),
  listSessions: fc.record(caller),
  read: fc.record(caller),
  update: fc.record({
    ...caller,
    address: fc.option(fc.oneof({ weight: 5, arbitrary: address }, fc.constant('none' as const)), { nil: undefined }),
    metadata: fc.option(fc.oneof({ weight: 5, arbitrary: metadata }, fc.constant('{')), { nil: undefined }),
    confirmation,
  }),
  changePassword: fc.record({ ...caller, old: fc.oneof(password, fc.constant('right' as const)), password }),
  remove: fc.record({ ...caller, confirmation }),
  setActive: fc.record({ user: pick, active: fc.boolean() }),
  magicLink: fc.record({ address }),
  verify: fc.record({ address }),
  reset: fc.record({ address, password }),
  undo: fc.record({ link: pick }),
  replay: fc.record({ token: pick }),
  wait: fc.record({ seconds: fc.constantFrom(4, 4, 15, 905, 20 * DAY) }),
};

type Steps = { [Name in keyof typeof STEPS]: (typeof STEPS)[Name] extends fc.Arbitrary<infer Facts> ? Facts : never };
export type Step = { [Name in keyof Steps]: { do: Name } & Steps[Name] }[keyof Steps];

/** Sequences of steps, in which each kind occurs as often as its weight. */
export function sequences(weights: Partial<Record<keyof Steps, number>>): fc.Arbitrary<Step[]> {
  const steps = Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: STEPS[name as keyof Steps].map((facts) => ({ do: name, ...facts }) as Step),
  }));
  return fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 20, size: 'max' });
}

/** Like an administrator: all sessions of a disabled user end. */
async function setActive(app: App, uid: string, active: boolean): Promise<void> {
  const { status, text } = await app.admin('PATCH', `/users/${uid}`, { active });
  if (status !== 200) throw new Error(`PATCH answered ${status} ${text}`);
}

const fromNewest = <T>(list: T[], index: number): T | undefined =>
  list.length ? list[list.length - 1 - (index % list.length)] : undefined;

/** Runs steps in the service and in the model, and compares the answers. Skips a step when there is nothing to pick. */
export class ModelRun {
  constructor(
    private readonly app: App,
    private readonly mail: MailServer,
    private readonly model: Model,
    private readonly addresses: string[],
  ) {}

  async runStep(step: Step): Promise<void> {
    const { model, app } = this;
    switch (step.do) {
      case 'create': {
        const { do: _, address, ...facts } = step;
        const body = { ...facts, email: this.email(address) };
        return compare(model.create(body), () => app.post('/api/auth/user/create', body));
      }
      case 'login': {
        const email = this.email(step.address);
        const password = step.password === 'right' ? (model.owner(email)?.lastPassword ?? WEAK) : step.password;
        return compare(model.login(email, password), () => app.login(email.toUpperCase(), password));
      }
      case 'refresh': {
        const held = this.token(step.token);
        if (held && model.isGraceUnclear(held)) return;
        return compare(model.refresh(held), () => app.refresh(held?.text ?? this.noToken(step.token)));
      }
      case 'setActive': {
        const user = fromNewest(
          model.users.filter(({ deleted }) => !deleted),
          step.user,
        );
        if (!user) return;
        model.setActive(user, step.active);
        return setActive(app, user.uid, step.active);
      }
      case 'wait':
        return app.advance(step.seconds);
      case 'magicLink':
      case 'verify':
      case 'reset':
        return this.useLink(step);
      case 'undo':
        return this.undo(step.link);
      case 'replay':
        return this.replay(step.token);
      default:
        return this.call(step);
    }
  }

  /** Gets a link from the admin API, and uses it at once. */
  private async useLink(step: Extract<Step, { do: 'magicLink' | 'verify' | 'reset' }>): Promise<void> {
    const { model, app } = this;
    const email = this.email(step.address);
    const type = { magicLink: 'magic_link', verify: 'verify_email', reset: 'reset_password' }[step.do];
    const failure = model.linkFor(email, type);
    const answer = await app.admin('POST', '/links', { type, email });
    if (failure) return expectFailure(answer, failure);
    const { link, token } = answer.json;
    switch (step.do) {
      case 'magicLink':
        return compare(model.followMagicLink(email), async () => answerOfRedirect(await app.follow(link)));
      case 'verify':
        model.followVerification(email);
        return compare({ fields: {} }, async () => answerOfRedirect(await app.follow(link)));
      case 'reset': {
        const body = { old_password: token, new_password: step.password };
        const change = () => app.patch('/api/auth/user/change-password', body);
        return compare(model.reset(email, step.password), change);
      }
    }
  }

  /** Presses the button of a mailed undo link. */
  private async undo(which: number): Promise<void> {
    const { model, app } = this;
    const link = fromNewest(model.undoLinks, which);
    if (!link) return;
    const number = model.undoLinks.filter(({ email }) => email === link.email).indexOf(link) + 1;
    const letter = await this.mail.letterWith(link.email, /\/email\/undo\?/, number);
    const expected = model.undo(link);
    await compare(expected, async () => {
      const answer = await app.follow(linkIn(letter), 'POST');
      return answer.status === 302 ? answerOfRedirect(answer) : answer;
    });
  }

  /**
   * Sends an old refresh token and the newest one of its session in one TCP write: a theft, whatever the answer to the
   * newest one is.
   */
  private async replay(which: number): Promise<void> {
    const { model, app } = this;
    const replaced = model.refreshTokens.filter(
      ({ session, generation }) => !session.ended && session.user.active && generation <= session.generation - 2,
    );
    const old = fromNewest(replaced, which);
    const current = model.refreshTokens.findLast(
      ({ session, generation }) => session === old?.session && generation === session.generation,
    );
    if (!old || !current || model.refresh(old) !== 'INVALID_REFRESH_TOKEN') return;
    const posts = [current, old].map(({ text }) => ({ path: '/api/auth/user/refresh', body: { refresh_token: text } }));
    const answers = await sendPipelined(app.service.url, posts);
    expectFailure(answers[1] as Answer, 'INVALID_REFRESH_TOKEN');
  }

  /** The steps of a caller with an access token. */
  private async call(step: Extract<Step, { caller: number }>): Promise<void> {
    const { model, app } = this;
    const caller = fromNewest(model.accessTokens, step.caller);
    if (!caller) return;
    const call = { token: caller.text };
    switch (step.do) {
      case 'logout': {
        const held = step.token === undefined ? undefined : (this.token(step.token) ?? null);
        const body = step.token === undefined ? {} : { refresh_token: held?.text ?? this.noToken(step.token) };
        return compare(model.logout(caller, held), () => app.post('/api/auth/user/logout', body, call));
      }
      case 'endSession': {
        const session = fromNewest(model.sessions, step.session);
        if (!session) return;
        return compare(model.endSession(caller, session), () =>
          app.delete(`/api/auth/user/sessions/${session.id}`, call),
        );
      }
      case 'listSessions':
        return compare(model.listSessions(caller), () => app.get('/api/auth/user/sessions', call));
      case 'read':
        return compare(model.read(caller), () => app.get('/api/auth/user', call));
      case 'update': {
        const { address, metadata } = step;
        const email = address === undefined ? undefined : address === 'none' ? 'nowhere' : this.email(address);
        const body = { email, metadata, password: this.confirm(caller, step.confirmation) };
        return compare(model.update(caller, body), () => app.put('/api/auth/user', body, call));
      }
      case 'changePassword': {
        const old = step.old === 'right' ? caller.session.user.lastPassword : step.old;
        const body = { old_password: old, new_password: step.password };
        return compare(model.changePassword(caller, old, step.password), () =>
          app.patch('/api/auth/user/change-password', body, call),
        );
      }
      case 'remove': {
        const password = this.confirm(caller, step.confirmation);
        return compare(model.remove(caller, password), () =>
          app.delete('/api/auth/user', { ...call, body: { password } }),
        );
      }
    }
  }

  /** Checks at the end that the service is in the state of the model, also where no step has asked for it. */
  async checkFinalState(): Promise<void> {
    const { model, app } = this;
    for (const { email, lastPassword } of model.users)
      await compare(model.login(email, lastPassword), () => app.login(email, lastPassword));
    for (const session of model.sessions) {
      const held = model.refreshTokens.findLast(
        (token) => token.session === session && token.generation === session.generation,
      );
      if (held) await compare(model.refresh(held), () => app.refresh(held.text));
    }
    for (const caller of model.accessTokens.slice(-2))
      await compare(model.read(caller), () => app.get('/api/auth/user', { token: caller.text }));
  }

  private confirm({ session }: { session: { user: { lastPassword: string } } }, how: 'none' | 'right' | 'wrong') {
    return { none: undefined, right: session.user.lastPassword, wrong: WEAK }[how];
  }

  private email(address: number): string {
    return this.addresses[address] as string;
  }

  private token(which: number | 'garbage' | 'access') {
    return typeof which === 'number' ? fromNewest(this.model.refreshTokens, which) : undefined;
  }

  private noToken(which: unknown): string {
    return (which === 'access' ? fromNewest(this.model.accessTokens, 0)?.text : undefined) ?? 'garbage';
  }
}

async function compare(expected: Expected, request: () => Promise<Answer>): Promise<void> {
  const answer = await request();
  if (typeof expected === 'string') return expectFailure(answer, expected);
  const { fields, learn } = expected;
  const body = answer.text && answer.json;
  expect({ status: answer.status, body }).toEqual({ status: 200, body: Object.keys(fields).length ? fields : '' });
  learn?.(body);
}

/** The parameters of a redirect as an answer: tokens, an error, or nothing. */
function answerOfRedirect(answer: Answer): Answer {
  expect(answer.status).toBe(302);
  const { uid, at, rt, exp, error, message } = Object.fromEntries(new URL(answer.location).searchParams);
  if (error) return new Answer(400, answer.headers, JSON.stringify({ code: error, message }));
  const tokens = { uid, access_token: at, refresh_token: rt, expiry: Number(exp) };
  return new Answer(200, answer.headers, uid === undefined ? '' : JSON.stringify(tokens));
}
