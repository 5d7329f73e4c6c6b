import type { ConsoleBrowser } from '../browser/console-session.js';
import type { SoftPasskey } from '../factors/authenticator.js';

/** A time in whole epoch seconds: the clock of the service stands still between steps. */
export type Seconds = number;

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

/** What the service stores, as the model expects it. */
export class State {
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
