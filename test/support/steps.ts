import fc from 'fast-check';
import type { App } from './app.js';
import { expectFailure } from './expect.js';
import type { Answer } from './http.js';
import type { Expected, Model } from './model.js';

const PASSWORDS = ['correct horse battery staple', 'seven purple lamps sing', 'a kettle of cold stars'];
const WEAK = '1234';
const DAY = 86_400;

/** Picks one of those that a sequence has made so far, counted from the newest. */
const pick = fc.nat({ max: 3 });
const address = fc.nat({ max: 3 });
const password = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PASSWORDS) }, fc.constant(WEAK));
const metadata = fc.constantFrom('{}', '[1]', ' {"a": "\u00fc\\u0000"}');
const caller = { caller: pick };

/** A token of any age; one in ten is none at all. */
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
  }),
  changePassword: fc.record({ ...caller, old: fc.oneof(password, fc.constant('right' as const)), password }),
  remove: fc.record(caller),
  setActive: fc.record({ user: pick, active: fc.boolean() }),
  wait: fc.record({ seconds: fc.constantFrom(4, 4, 15, 905, 20 * DAY) }),
};

type Steps = { [Name in keyof typeof STEPS]: (typeof STEPS)[Name] extends fc.Arbitrary<infer Facts> ? Facts : never };
export type Step = { [Name in keyof Steps]: { do: Name } & Steps[Name] }[keyof Steps];

/** Sequences of steps, in which these occur this often. */
export function sequences(weights: Partial<Record<keyof Steps, number>>): fc.Arbitrary<Step[]> {
  const steps = Object.entries(weights).map(([name, weight]) => ({
    weight,
    arbitrary: STEPS[name as keyof Steps].map((facts) => ({ do: name, ...facts }) as Step),
  }));
  return fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 20, size: 'max' });
}

/** As an administrator does: all sessions of a user who is switched off end. */
async function setActive(app: App, uid: string, active: boolean): Promise<void> {
  const { status, text } = await app.admin('PATCH', `/users/${uid}`, { active });
  if (status !== 200) throw new Error(`PATCH answered ${status} ${text}`);
}

const newest = <T>(list: T[], index: number): T | undefined =>
  list.length ? list[list.length - 1 - (index % list.length)] : undefined;

/** Takes steps in the service and in the model, and compares what comes back. Steps for which there is nothing to pick are left out. */
export class Walk {
  constructor(
    private readonly app: App,
    private readonly model: Model,
    private readonly addresses: string[],
  ) {}

  async take(step: Step): Promise<void> {
    const { model, app } = this;
    switch (step.do) {
      case 'create': {
        const { do: _, address, ...facts } = step;
        const body = { ...facts, email: this.email(address) };
        return compare(model.create(body), () => app.post('/api/auth/user/create', body));
      }
      case 'login': {
        const email = this.email(step.address);
        const password = step.password === 'right' ? (model.owner(email)?.password ?? WEAK) : step.password;
        return compare(model.login(email, password), () => app.login(email.toUpperCase(), password));
      }
      case 'refresh': {
        const held = this.token(step.token);
        if (held && model.isUnclear(held)) return;
        return compare(model.refresh(held), () => app.refresh(held?.text ?? this.noToken(step.token)));
      }
      case 'setActive': {
        const user = newest(
          model.users.filter(({ gone }) => !gone),
          step.user,
        );
        if (!user) return;
        model.setActive(user, step.active);
        return setActive(app, user.uid, step.active);
      }
      case 'wait':
        return app.advance(step.seconds);
      default:
        return this.call(step);
    }
  }

  /** The steps of a caller with an access token. */
  private async call(step: Extract<Step, { caller: number }>): Promise<void> {
    const { model, app } = this;
    const caller = newest(model.accessTokens, step.caller);
    if (!caller) return;
    const call = { token: caller.text };
    switch (step.do) {
      case 'logout': {
        const held = step.token === undefined ? undefined : (this.token(step.token) ?? null);
        const body = step.token === undefined ? {} : { refresh_token: held?.text ?? this.noToken(step.token) };
        return compare(model.logout(caller, held), () => app.post('/api/auth/user/logout', body, call));
      }
      case 'endSession': {
        const session = newest(model.sessions, step.session);
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
        const body = { email, metadata };
        return compare(model.update(caller, body), () => app.put('/api/auth/user', body, call));
      }
      case 'changePassword': {
        const old = step.old === 'right' ? caller.session.user.password : step.old;
        const body = { old_password: old, new_password: step.password };
        return compare(model.changePassword(caller, old, step.password), () =>
          app.patch('/api/auth/user/change-password', body, call),
        );
      }
      case 'remove':
        return compare(model.remove(caller), () => app.delete('/api/auth/user', call));
    }
  }

  /** Whether all that the model knows holds in the end, also what no step has asked for. */
  async audit(): Promise<void> {
    const { model, app } = this;
    for (const { email, password } of model.users)
      await compare(model.login(email, password), () => app.login(email, password));
    for (const session of model.sessions) {
      const held = model.refreshTokens.findLast(
        (token) => token.session === session && token.generation === session.generation,
      );
      if (held) await compare(model.refresh(held), () => app.refresh(held.text));
    }
    for (const caller of model.accessTokens.slice(-2))
      await compare(model.read(caller), () => app.get('/api/auth/user', { token: caller.text }));
  }

  private email(address: number): string {
    return this.addresses[address] as string;
  }

  private token(which: number | 'garbage' | 'access') {
    return typeof which === 'number' ? newest(this.model.refreshTokens, which) : undefined;
  }

  private noToken(which: unknown): string {
    return (which === 'access' ? newest(this.model.accessTokens, 0)?.text : undefined) ?? 'garbage';
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
