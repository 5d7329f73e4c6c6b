import type { Answer } from './http.js';

const ACCESS_TTL = 900;
const REFRESH_TTL = 30 * 86_400;
const GRACE = 10;
const REAUTH_MAX_AGE = 600;
const UNDO_TTL = 7 * 86_400;

interface User {
  uid: string;
  email: string;
  /** Null when it is void. */
  password: string | null;
  /** The newest password that was set, also when it is void now. */
  lastPassword: string;
  /** Increases with each change of the password. */
  passwordVersion: number;
  active: boolean;
  deleted: boolean;
  verified: boolean;
  /** Whether a person with access to the mailbox has acted knowingly. */
  proved: boolean;
  metadata: string;
  createdAt: number;
  /** Undefined when a change by an administrator may have changed it. */
  updatedAt: number | undefined;
  lastLogin: number | null;
}

interface Session {
  id: string;
  user: User;
  ended: boolean;
  /** Its access tokens can only read. */
  stale: boolean;
  createdAt: number;
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

/** The link in the notice to an old address. */
export interface UndoLink {
  user: User;
  /** The address that it restores. */
  email: string;
  passwordVersion: number;
  used: boolean;
  expiresAt: number;
}

/** The expected answer: the code of a failure, or the fields of a success, and what the model learns from them. */
export type Expected = string | { fields: Record<string, unknown>; learn?: (json: Answer['json']) => void };

const NOTHING: Expected = { fields: {} };

/**
 * A model of the service in memory, as its contract describes it: the expected answers to one request after another.
 */
export class Model {
  readonly users: User[] = [];
  readonly sessions: Session[] = [];
  readonly accessTokens: AccessToken[] = [];
  readonly refreshTokens: RefreshToken[] = [];
  readonly undoLinks: UndoLink[] = [];

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
    const state = { active: true, deleted: false, createdAt: now, updatedAt: now, lastLogin: null };
    const secrets = { password, lastPassword: password, passwordVersion: 0 };
    const user: User = { uid: '', email, ...secrets, verified, proved: false, metadata, ...state };
    this.users.push(user);
    const learnUid = ({ uid }: { uid: string }) => Object.assign(user, { uid });
    if (!login) return { fields: { uid: expect.any(String) }, learn: learnUid };
    return this.signIn(user, learnUid);
  }

  login(email: string, password: string): Expected {
    const user = this.owner(normal(email));
    if (!user || user.password !== password) return 'INVALID_CREDENTIALS';
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
      this.endStale((stolen) => stolen === session);
      return 'INVALID_REFRESH_TOKEN';
    }
    return this.issueTokens(session, 'access_token', {});
  }

  /** Whether the grace period of this token may be over or not, since the clocks count whole seconds. */
  isGraceUnclear({ session, generation }: RefreshToken): boolean {
    const age = this.now() - session.movedAt;
    return generation === session.generation - 1 && age > GRACE - 2 && age < GRACE + 2;
  }

  /** `null` stands for a malformed token. */
  logout(caller: AccessToken, token: RefreshToken | null | undefined): Expected {
    if (!this.mayChange(caller)) return 'NOT_AUTHENTICATED';
    const { user } = caller.session;
    if (token === null || (token && token.session.user !== user)) return 'INVALID_REFRESH_TOKEN';
    this.end(user, (session) => session === (token?.session ?? session));
    return NOTHING;
  }

  endSession(caller: AccessToken, session: Session): Expected {
    if (!this.mayChange(caller)) return 'NOT_AUTHENTICATED';
    if (!this.alive(caller.session.user).includes(session)) return 'SESSION_NOT_FOUND';
    Object.assign(session, { ended: true, stale: true });
    return NOTHING;
  }

  listSessions(caller: AccessToken): Expected {
    if (!this.acceptsToken(caller)) return 'NOT_AUTHENTICATED';
    const alive = this.alive(caller.session.user).map(({ id }) => ({
      session_id: id,
      current: id === caller.session.id,
    }));
    return { fields: { sessions: alive.reverse().map((session) => expect.objectContaining(session)) } };
  }

  read({ session: { user }, exp }: AccessToken): Expected {
    if (exp <= this.now()) return 'NOT_AUTHENTICATED';
    if (user.deleted) return 'USER_NOT_FOUND';
    const { uid, email, active, verified, metadata, createdAt, updatedAt, lastLogin } = user;
    const times = {
      created_at: near(createdAt),
      updated_at: updatedAt === undefined ? expect.any(Number) : near(updatedAt),
      last_login: lastLogin === null ? null : near(lastLogin),
    };
    return { fields: { uid, email, active, email_verified: verified, metadata, ...times } };
  }

  update(caller: AccessToken, body: { email?: string; metadata?: string; password?: string }): Expected {
    const { email: given, metadata, password } = body;
    if (!this.mayChange(caller)) return 'NOT_AUTHENTICATED';
    const { user } = caller.session;
    const email = given === undefined ? user.email : normal(given);
    if (!isAddress(email)) return 'INVALID_EMAIL';
    if (metadata === '{') return 'INVALID_METADATA';
    const changed = email !== user.email;
    const refusal = changed ? this.refuseUnconfirmed(caller, password) : undefined;
    if (refusal) return refusal;
    if ((this.owner(email) ?? user) !== user) return 'EMAIL_ALREADY_IN_USE';
    if (changed || metadata !== undefined) user.updatedAt = this.now();
    if (changed && user.proved) {
      this.extendUndoLinks(user);
      this.undoLinks.push(this.undoLinkOf(user));
    }
    if (changed) Object.assign(user, { verified: false, proved: false });
    Object.assign(user, { email, metadata: metadata ?? user.metadata });
    return NOTHING;
  }

  changePassword(caller: AccessToken, oldPassword: string, newPassword: string): Expected {
    if (!this.mayChange(caller)) return 'NOT_AUTHENTICATED';
    const { user } = caller.session;
    if (oldPassword !== user.password) return 'INVALID_PASSWORD';
    if (isWeak(newPassword)) return 'WEAK_PASSWORD';
    this.setPassword(user, newPassword);
    this.endStale((session) => session.user === user && session !== caller.session);
    return NOTHING;
  }

  remove(caller: AccessToken, password?: string): Expected {
    if (!this.mayChange(caller)) return 'NOT_AUTHENTICATED';
    const refusal = this.refuseUnconfirmed(caller, password);
    if (refusal) return refusal;
    caller.session.user.deleted = true;
    this.end(caller.session.user, () => true);
    return NOTHING;
  }

  setActive(user: User, active: boolean): void {
    Object.assign(user, { active, updatedAt: undefined });
    if (active) return;
    this.endStale((session) => session.user === user);
    this.voidUndoLinks((link) => link.user === user);
  }

  /** The failure of a request of an administrator for a link to this address; undefined for a success. */
  linkFor(email: string, type: string): string | undefined {
    const user = this.owner(email);
    if (!user) return 'USER_NOT_FOUND';
    if (!user.active) return 'USER_DISABLED';
    return user.verified && type === 'verify_email' ? 'EMAIL_ALREADY_VERIFIED' : undefined;
  }

  /** A magic link signs in; at the first proof of the address it voids the password and ends the sessions. */
  followMagicLink(email: string): Expected {
    const user = this.owner(email) as User;
    if (!user.proved) {
      this.setPassword(user, null);
      this.endStale((session) => session.user === user);
      Object.assign(user, { verified: true, proved: true });
    }
    return this.signIn(user, undefined, 'access_token', {});
  }

  /** A verification link proves nothing, since a mail scanner may have followed it. */
  followVerification(email: string): void {
    Object.assign(this.owner(email) as User, { verified: true, updatedAt: this.now() });
  }

  reset(email: string, password: string): Expected {
    const user = this.owner(email) as User;
    if (isWeak(password)) return 'WEAK_PASSWORD';
    this.setPassword(user, password);
    Object.assign(user, { verified: true, proved: true });
    this.endStale((session) => session.user === user);
    return NOTHING;
  }

  undo(link: UndoLink): Expected {
    const { user, email } = link;
    if (user.deleted) return 'INVALID_LINK';
    if (link.used) return 'LINK_ALREADY_USED';
    if (link.expiresAt <= this.now()) return user.active ? 'LINK_EXPIRED' : 'USER_DISABLED';
    const other = this.owner(email);
    if (other && other !== user) {
      if (other.proved) return 'EMAIL_ALREADY_IN_USE';
      other.deleted = true;
      this.end(other, () => true);
    }
    link.used = true;
    const changed = user.passwordVersion !== link.passwordVersion;
    if (changed) this.setPassword(user, null);
    Object.assign(user, { email, verified: true, proved: true, updatedAt: this.now() });
    this.endStale((session) => session.user === user);
    const later = this.undoLinks.slice(this.undoLinks.indexOf(link) + 1);
    this.voidUndoLinks((one) => one.user === user && later.includes(one));
    this.extendUndoLinks(user);
    return NOTHING;
  }

  /** The user with this address at this moment. */
  owner(email: string): User | undefined {
    return this.users.find((user) => user.email === email && !user.deleted);
  }

  private acceptsToken({ session: { user }, exp }: AccessToken): boolean {
    return exp > this.now() && user.active && !user.deleted;
  }

  private mayChange(caller: AccessToken): boolean {
    return this.acceptsToken(caller) && !caller.session.stale;
  }

  /** A change of the email and a deletion need a recent sign-in or the password. */
  private refuseUnconfirmed({ session }: AccessToken, password: string | undefined): string | undefined {
    if (password !== undefined) return password === session.user.password ? undefined : 'INVALID_PASSWORD';
    const alive = this.alive(session.user).includes(session);
    return alive && this.now() - session.createdAt <= REAUTH_MAX_AGE ? undefined : 'REAUTHENTICATION_REQUIRED';
  }

  private setPassword(user: User, password: string | null): void {
    Object.assign(user, { password, passwordVersion: user.passwordVersion + 1, updatedAt: this.now() });
    user.lastPassword = password ?? user.lastPassword;
  }

  private undoLinkOf(user: User): UndoLink {
    const { email, passwordVersion } = user;
    return { user, email, passwordVersion, used: false, expiresAt: this.now() + UNDO_TTL };
  }

  /** No undo link expires before that of a later change. */
  private extendUndoLinks(user: User): void {
    const usable = this.undoLinks.filter((link) => link.user === user && !link.used && link.expiresAt > this.now());
    for (const link of usable) link.expiresAt = this.now() + UNDO_TTL;
  }

  private voidUndoLinks(which: (link: UndoLink) => boolean): void {
    for (const link of this.undoLinks.filter(which)) link.expiresAt = Math.min(link.expiresAt, this.now());
  }

  private alive(user: User): Session[] {
    return this.sessions.filter((session) => session.user === user && !session.ended && session.expiresAt > this.now());
  }

  private end(user: User, which: (session: Session) => boolean): void {
    for (const session of this.sessions) if (session.user === user && which(session)) session.ended = true;
  }

  private endStale(which: (session: Session) => boolean): void {
    for (const session of this.sessions.filter(which)) Object.assign(session, { ended: true, stale: true });
  }

  private signIn(
    user: User,
    learn?: (json: Answer['json']) => void,
    name = 'token',
    more: object = { email_verified: user.verified, metadata: user.metadata },
  ): Expected {
    user.lastLogin = this.now();
    const times = { createdAt: this.now(), movedAt: this.now(), expiresAt: this.now() + REFRESH_TTL };
    const session: Session = { id: '', user, ended: false, stale: false, generation: 0, ...times };
    this.sessions.push(session);
    return this.issueTokens(session, name, more, learn);
  }

  /** Tokens of the current generation. */
  private issueTokens(session: Session, name: string, more: object, learn?: (json: Answer['json']) => void): Expected {
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

/** The time of an answer: later than that of the model, by the duration of the request on a busy machine. */
const near = (seconds: number) => ({
  asymmetricMatch: (value: unknown) => Number.isInteger(value) && Math.abs((value as number) - seconds) <= 4,
  toString: () => `about ${Math.floor(seconds)}`,
});
