import { type AdminToken, AdminTokens, type ConsoleSession, type Scope, scopesIn } from '@app/admin';
import { commandLine } from '@app/config';
import { ApiError } from '@app/errors';
import { adminActor, makerOf, userActor } from '@app/events';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods } from './factor-methods.js';

/** Who calls the admin API: an admin token, or a user with admin scopes who has signed in to the console. */
export interface Administrator {
  /** The name in events. */
  actor: string;
  /** The name of the token, or the email of the user. */
  name: string;
  scopes: Scope[];
  /** When the admin token, or one of its makers, expires; null for a user, and for a token that does not expire. */
  expiresAt: number | null;
  /** One of both is set. */
  tokenId: string | null;
  uid: string | null;
  /** How many makers limit the token: the user or the token that made it, the maker of that token, and so on. */
  makers: number;
  /** The session of the console; undefined for a request with an admin token. */
  session?: ConsoleSession;
}

/** Who works on the command line: may do everything, and cannot lose a right. */
export const OPERATOR = 'operator' as const;

export type AdministratorOrOperator = Administrator | typeof OPERATOR;

/** What the makers of a token leave of it. */
type TokenLimits = Pick<Administrator, 'expiresAt' | 'makers'>;

export function ofToken({ id, name, scopes }: Pick<AdminToken, 'id' | 'name' | 'scopes'>, limits: TokenLimits) {
  return { actor: adminActor(id), name, scopes, tokenId: id, uid: null, ...limits } satisfies Administrator;
}

/**
 * Undefined for a user who may not administer: one without scopes, a disabled one, and one without a factor or a proved address,
 * whose scopes rest.
 * @param needsFactor see `FactorMethods`
 */
export function ofUser(
  user: Pick<User, 'uid' | 'email' | 'active' | 'emailProved' | 'adminScopes'>,
  needsFactor: boolean,
): Administrator | undefined {
  const { uid, email } = user;
  const scopes = scopesIn(user.adminScopes);
  if (!user.active || !needsFactor || !user.emailProved || scopes.length === 0) return undefined;
  return { actor: userActor(uid), name: email, scopes, expiresAt: null, tokenId: null, uid, makers: 0 };
}

/** Whether scopes have one that earlier ones lack. */
export function widens(scopes: readonly Scope[], earlier: readonly Scope[]): boolean {
  return scopes.some((scope) => !earlier.includes(scope));
}

/** Whether scopes include another one. The scope `write` allows sign-ins as any user, so it includes all that `read` shows. */
export function covers(scopes: readonly Scope[], scope: Scope): boolean {
  return scopes.includes(scope) || (scope === 'read' && scopes.includes('write'));
}

/** When a session of an administrator must have shown a factor of late. */
type Factor = 'always' | 'widened' | 'never';

/**
 * What administrators make, and when a session of a person must have shown a factor within `REAUTH_MAX_AGE` to make it: `always`;
 * `widened`, for a change that adds to what it may do; or `never`. What lasts longer than the session or leads outward needs one:
 * the cookie of the console alone must not be enough. Admin tokens are exempt: a stolen one takes its work along, see `Theft`.
 */
const MADE = {
  admin_token: 'always',
  /** The end of a token as a stolen one, which disables what it has made. Its plain end makes nothing. */
  theft: 'widened',
  admin_scopes: 'widened',
  /** With a hash, factors or identities, as an import. With a password it needs none: the account has no rights of an administrator. */
  user: 'widened',
  client: 'always',
  client_change: 'widened',
  signing_key: 'always',
  provider: 'always',
  provider_change: 'widened',
  webhook: 'always',
  webhook_change: 'widened',
  /** Another secret: who holds it can sign what the receiver believes. */
  webhook_secret: 'always',
  /** A second delivery of events, only to an endpoint that there is. */
  delivery: 'never',
  link: 'always',
  impersonation: 'always',
  /** Of lines with password hashes or factors. */
  import: 'widened',
  /** With password hashes or factors. */
  export: 'widened',
} satisfies Record<string, Factor>;

export type Made = keyof typeof MADE;

/** What an operation of the admin API does. `changes` makes nothing new. */
export type Deed = 'reads' | 'changes' | { makes: Made };

/** The scope that an operation needs; `any` allows every administrator. */
export type RequiredScope = Scope | 'any';

/** What an operation of the admin API declares. */
export interface Operation {
  scope: RequiredScope;
  deed: Deed;
  /** Whether the user in the path may have scopes that the administrator lacks. */
  anyRank?: boolean;
}

/** When an operation needs a factor. */
export function factorFor(deed: Deed): Factor {
  return typeof deed === 'string' ? 'never' : MADE[deed.makes];
}

/** The longest chain of makers. A token beyond it does not work, and is not made. */
export const MOST_MAKERS = 5;

/**
 * Recognises admin tokens. A token that a user or another token has made works only while each maker works and has all of its
 * scopes, so that it does not outlive its maker.
 */
@Injectable()
export class TokenAccess {
  constructor(
    private readonly tokens: AdminTokens,
    private readonly users: UsersService,
    private readonly methods: FactorMethods,
  ) {}

  /** The administrator with this token, whose use is recorded. Undefined when it is unknown, expired, revoked, or a maker is. */
  async use(token: string): Promise<Administrator | undefined> {
    return this.withinMakers(await this.tokens.use(token));
  }

  /** The same for a session that the token has opened. */
  async useById(id: string): Promise<Administrator | undefined> {
    return this.withinMakers(await this.tokens.useById(id));
  }

  /** The same without a record of a use. */
  async find(id: string): Promise<Administrator | undefined> {
    return this.withinMakers(await this.tokens.find(id));
  }

  private async withinMakers(token: AdminToken | undefined): Promise<Administrator | undefined> {
    const limits = token && (await this.limitsOf(token));
    return token && limits && ofToken(token, limits);
  }

  /** Undefined when a maker cannot do any more what the token says. */
  private async limitsOf({ scopes, ...token }: AdminToken): Promise<TokenLimits | undefined> {
    let { createdBy, expiresAt, counter } = token;
    for (let makers = 0; makers <= MOST_MAKERS; makers++) {
      const maker = makerOf(createdBy);
      if (!maker) return { expiresAt, makers };
      const found = 'uid' in maker ? await this.userBy(maker.uid, counter) : await this.tokens.find(maker.tokenId);
      if (!found || !scopes.every((scope) => covers(found.scopes, scope))) return undefined;
      expiresAt = earliest(expiresAt, found.expiresAt);
      if (!('createdBy' in found)) return { expiresAt, makers: makers + 1 };
      ({ createdBy, counter } = found);
    }
    return undefined;
  }

  /** A user, if no event has ended what the user has made. */
  private async userBy(uid: string, counter: number): Promise<Administrator | undefined> {
    const user = await this.users.find(uid);
    return user?.rung4 === counter ? ofUser(user, await this.methods.needsFactor(user)) : undefined;
  }
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/**
 * Whether an administrator may give a new account the uid of a deleted user. Other services know the user by it, so the new
 * account would take the place of one with a second factor: it needs `export`, which shows the factors of users.
 */
export function mayReuseUids(by: Administrator | undefined): boolean {
  return by === undefined || by.scopes.includes('export');
}

export function uidOfDeleted(): ApiError {
  return new ApiError('NOT_AUTHORIZED', 'A deleted user had this uid. To give it again needs the scope "export".', {
    reason: 'uid of a deleted user',
  });
}

/** The message for a link to the console that is unknown, used or expired. */
export const SPENT_LINK = `This link has been used, or is older than five minutes. Make a new one with: ${commandLine('console-link')}`;
