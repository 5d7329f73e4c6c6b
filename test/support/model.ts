import type { Answer } from './http.js';

const ACCESS_TTL = 900;
const REFRESH_TTL = 30 * 86_400;
const GRACE = 10;

interface User {
  uid: string;
  email: string;
  password: string;
  active: boolean;
  gone: boolean;
  verified: boolean;
  metadata: string;
  createdAt: number;
  /** Undefined where an administrator's change may have moved it. */
  updatedAt: number | undefined;
  lastLogin: number | null;
}

interface Session {
  id: string;
  user: User;
  ended: boolean;
  /** Its access tokens take nothing away any more. */
  outlawed: boolean;
  generation: number;
  movedAt: number;
  expiresAt: number;
}

interface AccessToken {
  text: string;
  session: Session;
  exp: number;
}

interface RefreshToken extends AccessToken {
  generation: number;
}

/** What must come back: the code of a failure, or the fields of a success; and what is to be learnt from these. */
export type Expected = string | { fields: Record<string, unknown>; learn?: (json: Answer['json']) => void };

const NOTHING: Expected = { fields: {} };

/** The service as its contract describes it, in the memory of a test: what it must answer, one request after another. */
export class Model {
  readonly users: User[] = [];
  readonly sessions: Session[] = [];
  readonly accessTokens: AccessToken[] = [];
  readonly refreshTokens: RefreshToken[] = [];

  /** `now` is the clock of the service, in epoch seconds. */
  constructor(private readonly now: () => number) {}

  create(body: {
    email: string;
    password: string;
    login: boolean;
    email_verified: boolean;
    metadata: string;
  }): Expected {
    const { login, email_verified: verified, metadata, password } = body;
    const email = normal(body.email);
    const code = !isAddress(email) ? 'INVALID_EMAIL' : isWeak(password) ? 'WEAK_PASSWORD' : undefined;
    if (code ?? this.owner(email)) return code ?? 'EMAIL_ALREADY_IN_USE';
    const now = this.now();
    const state = { active: true, gone: false, createdAt: now, updatedAt: now, lastLogin: null };
    const user: User = { uid: '', email, password, verified, metadata, ...state };
    this.users.push(user);
    const learnUid = ({ uid }: { uid: string }) => Object.assign(user, { uid });
    if (!login) return { fields: { uid: expect.any(String) }, learn: learnUid };
    return this.signIn(user, learnUid);
  }

  login(email: string, password: string): Expected {
    const user = this.owner(normal(email));
    if (user?.password !== password) return 'INVALID_CREDENTIALS';
    return user.active ? this.signIn(user) : 'USER_DISABLED';
  }

  refresh(token: RefreshToken | undefined): Expected {
    if (!token) return 'INVALID_REFRESH_TOKEN';
    const { session, generation, exp } = token;
    if (exp <= this.now()) return 'EXPIRED_JWT';
    if (session.ended || !session.user.active) return 'INVALID_REFRESH_TOKEN';
    if (generation === session.generation) {
      const moved = { generation: generation + 1, movedAt: this.now(), expiresAt: this.now() + REFRESH_TTL };
      Object.assign(session, moved);
    } else if (generation < session.generation - 1 || this.now() - session.movedAt > GRACE) {
      this.outlaw((stolen) => stolen === session);
      return 'INVALID_REFRESH_TOKEN';
    }
    return this.handOut(session, 'access_token', {});
  }

  /** Whether the clocks, which count whole seconds, leave open if the grace of this token is over. */
  isUnclear({ session, generation }: RefreshToken): boolean {
    const age = this.now() - session.movedAt;
    return generation === session.generation - 1 && age > GRACE - 2 && age < GRACE + 2;
  }

  /** `null` is a token that is none. */
  logout(caller: AccessToken, token: RefreshToken | null | undefined): Expected {
    if (!this.letsIn(caller)) return 'NOT_AUTHENTICATED';
    const { user } = caller.session;
    if (token === null || (token && token.session.user !== user)) return 'INVALID_REFRESH_TOKEN';
    this.end(user, (session) => session === (token?.session ?? session));
    return NOTHING;
  }

  endSession(caller: AccessToken, session: Session): Expected {
    if (!this.stands(caller)) return 'NOT_AUTHENTICATED';
    if (!this.alive(caller.session.user).includes(session)) return 'SESSION_NOT_FOUND';
    Object.assign(session, { ended: true, outlawed: session !== caller.session });
    return NOTHING;
  }

  listSessions(caller: AccessToken): Expected {
    if (!this.letsIn(caller)) return 'NOT_AUTHENTICATED';
    const alive = this.alive(caller.session.user).map(({ id }) => ({
      session_id: id,
      current: id === caller.session.id,
    }));
    return { fields: { sessions: alive.reverse().map((session) => expect.objectContaining(session)) } };
  }

  read({ session: { user }, exp }: AccessToken): Expected {
    if (exp <= this.now()) return 'NOT_AUTHENTICATED';
    if (user.gone) return 'USER_NOT_FOUND';
    const { uid, email, active, verified, metadata, createdAt, updatedAt, lastLogin } = user;
    const times = {
      created_at: near(createdAt),
      updated_at: updatedAt === undefined ? expect.any(Number) : near(updatedAt),
      last_login: lastLogin === null ? null : near(lastLogin),
    };
    return { fields: { uid, email, active, email_verified: verified, metadata, ...times } };
  }

  update(caller: AccessToken, { email: given, metadata }: { email?: string; metadata?: string }): Expected {
    if (!this.stands(caller)) return 'NOT_AUTHENTICATED';
    const { user } = caller.session;
    const email = given === undefined ? user.email : normal(given);
    if (!isAddress(email)) return 'INVALID_EMAIL';
    if (metadata === '{') return 'INVALID_METADATA';
    if ((this.owner(email) ?? user) !== user) return 'EMAIL_ALREADY_IN_USE';
    const changed = email !== user.email;
    if (changed || metadata !== undefined) user.updatedAt = this.now();
    Object.assign(user, { email, metadata: metadata ?? user.metadata, verified: user.verified && !changed });
    return NOTHING;
  }

  changePassword(caller: AccessToken, oldPassword: string, newPassword: string): Expected {
    if (!this.letsIn(caller)) return 'NOT_AUTHENTICATED';
    const { user } = caller.session;
    if (oldPassword !== user.password) return 'INVALID_PASSWORD';
    if (isWeak(newPassword)) return 'WEAK_PASSWORD';
    Object.assign(user, { password: newPassword, updatedAt: this.now() });
    this.outlaw((session) => session.user === user && session !== caller.session);
    return NOTHING;
  }

  remove(caller: AccessToken): Expected {
    if (!this.stands(caller)) return 'NOT_AUTHENTICATED';
    caller.session.user.gone = true;
    this.end(caller.session.user, () => true);
    return NOTHING;
  }

  setActive(user: User, active: boolean): void {
    Object.assign(user, { active, updatedAt: undefined });
    if (!active) this.outlaw((session) => session.user === user);
  }

  /** The user who has this address now. */
  owner(email: string): User | undefined {
    return this.users.find((user) => user.email === email && !user.gone);
  }

  private letsIn({ session: { user }, exp }: AccessToken): boolean {
    return exp > this.now() && user.active && !user.gone;
  }

  private stands(caller: AccessToken): boolean {
    return this.letsIn(caller) && !caller.session.outlawed;
  }

  private alive(user: User): Session[] {
    return this.sessions.filter((session) => session.user === user && !session.ended && session.expiresAt > this.now());
  }

  private end(user: User, which: (session: Session) => boolean): void {
    for (const session of this.sessions) if (session.user === user && which(session)) session.ended = true;
  }

  private outlaw(which: (session: Session) => boolean): void {
    for (const session of this.sessions.filter(which)) Object.assign(session, { ended: true, outlawed: true });
  }

  private signIn(user: User, learn?: (json: Answer['json']) => void): Expected {
    user.lastLogin = this.now();
    const times = { movedAt: this.now(), expiresAt: this.now() + REFRESH_TTL };
    const session: Session = { id: '', user, ended: false, outlawed: false, generation: 0, ...times };
    this.sessions.push(session);
    return this.handOut(session, 'token', { email_verified: user.verified, metadata: user.metadata }, learn);
  }

  /** Tokens of the current generation. */
  private handOut(session: Session, name: string, more: object, learn?: (json: Answer['json']) => void): Expected {
    const { generation, expiresAt } = session;
    const exp = this.now() + ACCESS_TTL;
    const uid = session.user.uid || expect.any(String);
    const fields = { uid, [name]: expect.any(String), refresh_token: expect.any(String), expiry: near(exp), ...more };
    return {
      fields,
      learn: (json) => {
        learn?.(json);
        session.id = JSON.parse(Buffer.from(json[name].split('.')[1], 'base64url').toString()).sid;
        this.accessTokens.push({ text: json[name], session, exp });
        this.refreshTokens.push({ text: json.refresh_token, session, generation, exp: expiresAt });
      },
    };
  }
}

const normal = (email: string) => email.trim().toLowerCase();
const isAddress = (email: string) => email.includes('@');
const isWeak = (password: string) => password.length < 8;

/** The moment of an answer: later than the model decided, by as long as the request took on a busy machine. */
const near = (seconds: number) => ({
  asymmetricMatch: (value: unknown) => Number.isInteger(value) && Math.abs((value as number) - seconds) <= 4,
  toString: () => `about ${Math.floor(seconds)}`,
});
