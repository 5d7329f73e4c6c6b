import { type AdminToken, AdminTokens } from '@app/admin';
import { makerOf } from '@app/events';
import { UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Administrator, covers, ofToken, ofUser, type TokenLimits } from './administrator.js';
import { FactorMethods } from './factor-methods.js';

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
