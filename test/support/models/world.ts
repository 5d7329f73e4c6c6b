import fc from 'fast-check';
import type { SoftPasskey } from '../factors/authenticator.js';
import type { ConsoleBrowser } from '../http/console.js';
import type { AddedProvider } from '../idp/providers.js';
import type { App } from '../service/app.js';
import type { MailServer } from '../service/mail.js';

/** A time in whole epoch seconds: the clock of the service stands still between steps. */
type Seconds = number;

export interface User {
  uid: string;
  email: string;
  /** Null when it is void. */
  password: string | null;
  /** The newest password that was set, also when it is void now. */
  lastPassword: string;
  /** Increases with each change of the password. */
  passwordVersion: number;
  /** The newest change of the password; 0 for that of the sign-up. */
  passwordSetAt: Seconds;
  /** Since when sign-ins need a factor, without pauses of a day, and when that was switched off; 0 for never. */
  mfaEnabledAt: Seconds;
  mfaDisabledAt: Seconds;
  /** Increases with each change of the factors. */
  factorVersion: number;
  active: boolean;
  deleted: boolean;
  verified: boolean;
  /** Whether only the client that signed up has called the email verified. */
  claimed: boolean;
  /** Whether a reader of the mailbox has confirmed the email on purpose. */
  proved: boolean;
  metadata: string;
  createdAt: Seconds;
  updatedAt: Seconds;
  lastLogin: Seconds | null;
  mfaEnabled: boolean;
  /** Whether an administrator demands a factor of the user. */
  required: boolean;
  /** Whether an identity at the provider was unlinked on purpose. */
  unlinked: boolean;
  scopes: string[];
  /** The token that was the last to give scopes, and when; undefined for that of the environment. */
  scopesBy?: { token: AdminToken; since: Seconds } | undefined;
  /** The token that has made the user, with a password. */
  maker?: AdminToken;
  /** The newest change of the claims, as tokens date it. */
  claimsAt: Seconds;
  recoveryCodes: { code: string; used: boolean; madeAt: Seconds }[];
}

export interface Session {
  id: string;
  user: User;
  /** The session of the pages in which that of a product began. */
  parent?: Session;
  byProvider: boolean;
  ended: boolean;
  /** Its access tokens can only read. */
  stale: boolean;
  createdAt: Seconds;
  generation: number;
  movedAt: Seconds;
  expiresAt: Seconds;
  authTime: Seconds;
  /** When a second factor was last shown in it. */
  factorTime: Seconds;
  strong: boolean;
  /** Whether the factor that was last shown is older than the session. */
  earlierFactor: boolean;
}

/** A browser at the sign-in pages. */
export interface Pages {
  session: Session;
  token: string;
  cookie: string;
}

/** An identity at the provider. */
export interface Identity {
  id: string;
  user: User;
  sub: string;
  createdAt: Seconds;
  removed: boolean;
}

export interface AccessToken {
  text: string;
  session: Session;
  exp: Seconds;
}

export interface RefreshToken extends AccessToken {
  generation: number;
}

export interface Totp {
  id: string;
  user: User;
  secret: string;
  /** The session that has begun to add it. */
  begunIn: unknown;
  createdAt: Seconds;
  /** Null until the first code. */
  confirmedAt: Seconds | null;
  /** The step of the newest code that was used. */
  lastStep: number;
  removed: boolean;
}

export interface Passkey {
  id: string;
  user: User;
  device: SoftPasskey;
  createdAt: Seconds;
  removed: boolean;
}

export type Purpose =
  | 'magic_link'
  | 'verify_email'
  | 'reset_password'
  | 'email_code'
  | 'confirm_email'
  | 'secure_account';

/** A link or a code that was emailed, or that an administrator has made. */
export interface Link {
  purpose: Purpose;
  user: User;
  email: string;
  /** The URL; the token of a reset link. */
  text: string;
  code?: { code_token: string; code: string };
  tries: number;
  used: boolean;
  createdAt: Seconds;
  expiresAt: Seconds;
  /** The session that asked for it, unless an administrator has. */
  session?: Session;
  /** Of an administrator, which the service did not mail. */
  byAdministrator?: boolean;
  /** Of a link that secures the account: what its email is about, and when that session began. */
  about?: 'address' | 'factor';
  since: Seconds;
}

/** A first step of a sign-in that waits for a factor, or the options for a new passkey. */
export interface Challenge {
  text: string;
  user: User;
  session?: Session;
  expiresAt: Seconds;
  used: boolean;
  revoked: boolean;
  tries: number;
  /** The user at the first step. */
  first?: Pick<User, 'email' | 'passwordVersion' | 'factorVersion'> & {
    provesAddress: boolean;
    /** An identity that the sign-in links when its session opens. */
    sub?: string;
    byProvider: boolean;
  };
  /** The options for a new passkey. */
  options?: unknown;
}

export interface ConsoleSession {
  browser: ConsoleBrowser;
  session: Session;
  ended: boolean;
  lastUsedAt: Seconds;
  expiresAt: Seconds;
}

export interface AdminToken {
  id: string;
  text: string;
  scopes: string[];
  expiresAt: Seconds | null;
  /** The user or the token that has made it; undefined for the token of the environment. */
  maker: User | AdminToken | undefined;
  createdAt: Seconds;
  revoked: boolean;
  /** The users who have lost their scopes when the token was called stolen. */
  taken: User[];
}

/** What an administrator has made, and what lasts. */
export interface Thing {
  kind: 'clients' | 'webhooks' | 'providers';
  id: string;
  maker: User | AdminToken;
  createdAt: Seconds;
  active: boolean;
}

/** A reset of factors that waits. */
interface Reset {
  user: User;
  passkeys: boolean;
  dueAt: Seconds;
}

/** A user who is made now: with one factor and no proof of the email, unless these facts say more. */
export function newUser(now: Seconds, facts: Pick<User, 'email' | 'password' | 'lastPassword'> & Partial<User>): User {
  return {
    uid: '',
    ...{ passwordVersion: 0, passwordSetAt: 0, mfaEnabledAt: 0, mfaDisabledAt: 0, factorVersion: 0 },
    ...{ active: true, deleted: false, verified: false, claimed: false, proved: false, metadata: '{}' },
    ...{ createdAt: now, updatedAt: now, lastLogin: null },
    ...{ mfaEnabled: false, required: false, unlinked: false, scopes: [], recoveryCodes: [], claimsAt: 0 },
    ...facts,
  };
}

/** What the service stores, as the model expects it. */
class State {
  readonly users: User[] = [];
  readonly sessions: Session[] = [];
  readonly accessTokens: AccessToken[] = [];
  readonly refreshTokens: RefreshToken[] = [];
  readonly totp: Totp[] = [];
  readonly passkeys: Passkey[] = [];
  readonly links: Link[] = [];
  readonly challenges: Challenge[] = [];
  readonly consoles: ConsoleSession[] = [];
  readonly adminTokens: AdminToken[] = [];
  readonly things: Thing[] = [];
  readonly pages: Pages[] = [];
  readonly identities: Identity[] = [];
  resets: Reset[] = [];
}

/** Picks one of the items that a sequence has created so far, counted from the newest. */
export const pick = fc.nat({ max: 3 });
/** One of the emails of a sequence. Most sequences begin with a user of the first one. */
export const address = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
export const WEAK = '1234';
const PASSWORDS = ['correct horse battery staple', 'seven purple lamps sing', 'a kettle of cold stars'];
export const password = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PASSWORDS) }, fc.constant(WEAK));

const REAUTH_MAX_AGE = 600;

/** The service, the model of it, and what a sequence of steps works with. */
export class World extends State {
  /** @param now the clock of the service */
  constructor(
    readonly app: App,
    readonly mail: MailServer,
    readonly now: () => Seconds,
    readonly addresses: string[],
    /** The external provider, where there is one. */
    readonly provider?: AddedProvider,
    /** How long a reset of factors waits, in seconds. */
    readonly resetDelay = 0,
  ) {
    super();
  }

  /** Whether time has passed: then the service may have removed first steps that have ended. */
  hasWaited = false;
  /** Whether an administrator has asked for a reset of factors. */
  hasReset = false;

  email(which: number): string {
    return this.addresses[which] as string;
  }

  /** The user with this email at this moment. */
  owner(email: string): User | undefined {
    return this.users.find((user) => user.email === email && !user.deleted);
  }

  /** A user who is not deleted. */
  user(which: number): User | undefined {
    return fromNewest(
      this.users.filter(({ deleted }) => !deleted),
      which,
    );
  }

  caller(which: number): AccessToken | undefined {
    return fromNewest(this.accessTokens, which);
  }

  isAlive(session: Session): boolean {
    const open = !session.ended && session.expiresAt > this.now() && !session.user.deleted;
    return open && (!session.parent || this.isAlive(session.parent));
  }

  alive(user: User): Session[] {
    return this.sessions.filter((session) => session.user === user && this.isAlive(session));
  }

  accepts({ session: { user }, exp }: AccessToken): boolean {
    return exp > this.now() && user.active && !user.deleted;
  }

  mayChange(token: AccessToken): boolean {
    return this.accepts(token) && !token.session.stale;
  }

  /** For a user with MFA, the time counts at which a factor was last shown. */
  isRecent(session: Session, byFactor = this.needsFactor(session.user)): boolean {
    if (!this.isAlive(session) || (byFactor && !session.strong)) return false;
    return this.now() - (byFactor ? session.factorTime : session.authTime) <= REAUTH_MAX_AGE;
  }

  /** The failure of a change that needs a recent sign-in. */
  refuseLate(token: AccessToken): string | undefined {
    if (!this.mayChange(token)) return 'NOT_AUTHENTICATED';
    return this.isRecent(token.session) ? undefined : 'REAUTHENTICATION_REQUIRED';
  }

  totpOf(user: User) {
    return this.totp.filter((one) => one.user === user && !one.removed && one.confirmedAt !== null);
  }

  passkeysOf(user: User) {
    return this.passkeys.filter((one) => one.user === user && !one.removed);
  }

  hasFactor(user: User): boolean {
    return this.totpOf(user).length + this.passkeysOf(user).length > 0;
  }

  identitiesOf(user: User) {
    return this.identities.filter((one) => one.user === user && !one.removed);
  }

  /** Whether somebody else could keep a way in behind a new address of the user. */
  isSecured(user: User): boolean {
    return this.hasFactor(user) || this.identitiesOf(user).length > 0;
  }

  isDemanded({ required, scopes }: User): boolean {
    return required || scopes.length > 0;
  }

  /** Whether one factor proves too little: a second one is switched on, or demanded of the user and there. */
  needsFactor(user: User): boolean {
    return user.mfaEnabled || (this.isDemanded(user) && this.hasFactor(user));
  }

  /** Records a change of the row of a user. */
  change(user: User, values: Partial<User>): void {
    const { email = user.email, verified = user.verified } = values;
    // The link that stops the reset may have gone to another person.
    if (email !== user.email || verified !== user.verified) this.stopReset(user);
    Object.assign(user, values, { updatedAt: this.now() });
  }

  /** Ends the sign-ins under way. */
  changeFactors(user: User, values: Partial<User> = {}): void {
    this.change(user, { ...values, factorVersion: user.factorVersion + 1 });
    this.endSignIns(user);
  }

  /** Ends magic links, email codes, first steps, challenges, and apps without their first code. */
  endSignIns(user: User): void {
    for (const link of this.links) {
      const ends = link.user === user && ['magic_link', 'email_code'].includes(link.purpose) && !link.used;
      if (ends) link.expiresAt = Math.min(link.expiresAt, this.now());
    }
    for (const challenge of this.challenges) if (challenge.user === user) challenge.revoked = true;
    for (const app of this.totp) if (app.user === user && app.confirmedAt === null) app.removed = true;
  }

  stopReset(user: User): void {
    this.resets = this.resets.filter((reset) => reset.user !== user);
  }

  setPassword(user: User, value: string | null): void {
    const setAt = value === null ? user.passwordSetAt : this.now();
    this.change(user, { password: value, passwordSetAt: setAt, passwordVersion: user.passwordVersion + 1 });
    user.lastPassword = value ?? user.lastPassword;
  }
}

export const fromNewest = <T>(list: T[], index: number): T | undefined =>
  list.length ? list[list.length - 1 - (index % list.length)] : undefined;

export const normal = (email: string) => email.trim().toLowerCase();
export const isAddress = (email: string) => email.includes('@');
export const isWeak = (text: string) => text.length < 8;

/** A kind of steps: the values that it is made of, and how it runs. Skips a step when there is nothing to pick. */
export interface Kind<T> {
  values: fc.Arbitrary<T>;
  run(world: World, values: T): Promise<unknown>;
}

export function kind<T>(values: { [Name in keyof T]: fc.Arbitrary<T[Name]> }, run: Kind<T>['run']): Kind<T> {
  return { values: fc.record(values) as fc.Arbitrary<T>, run };
}

/** A kind of steps of a caller with an access token, which may be an old one. */
export function kindOfCaller<T>(
  values: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
  run: (world: World, token: AccessToken, values: T) => Promise<unknown>,
): Kind<T & { caller: number }> {
  const all = fc.record({ caller: pick, ...values }) as unknown as fc.Arbitrary<T & { caller: number }>;
  return {
    values: all,
    async run(world, step) {
      const token = world.caller(step.caller);
      if (token) await run(world, token, step);
    },
  };
}
