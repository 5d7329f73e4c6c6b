import { AdminTokens, SCOPES } from '@app/admin';
import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { currentActor, onBehalfOf } from '@app/events';
import { OneTimeTokens } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { type Administrator, ofToken } from '../../access/administrator.js';
import { SPENT_LINK } from '../../access/spent-link.js';
import { TokenAccess } from '../../access/token-access.js';
import { AdminTokenService } from './tokens.service.js';

const LIFETIME_SECONDS = 300;
/** The name and the creator of the token that owns the sessions of these links. */
const NAME = 'Console link';
const CREATOR = 'console';

/**
 * Links that sign in to the console once: a start outside production prints one, and the command line makes others. A session
 * belongs to an admin token whose text is thrown away: it is in the list of tokens, and its revocation ends the sessions.
 */
@Injectable()
export class OnceLinks {
  constructor(
    private readonly env: Env,
    private readonly oneTime: OneTimeTokens,
    private readonly tokens: AdminTokens,
    private readonly access: TokenAccess,
    private readonly service: AdminTokenService,
  ) {}

  async create(): Promise<string> {
    const { token } = await this.oneTime.create({
      purpose: 'console',
      uid: null,
      livesIn: 'nothing',
      data: {},
      lifetime: LIFETIME_SECONDS,
    });
    return `${this.env.baseUrl}/console#once=${token}`;
  }

  /** Consumes the token of a link. @throws {ApiError} NOT_AUTHENTICATED */
  async consume(token: string): Promise<Administrator> {
    const challenge = await this.oneTime.open(token, 'console');
    if (!challenge || !(await this.oneTime.consume(challenge)))
      throw new ApiError('NOT_AUTHENTICATED', SPENT_LINK, { reason: 'unknown, used or expired link to the console' });
    return (await this.earlier()) ?? this.createOwner();
  }

  /** The token of an earlier start, if it still has all scopes. */
  private async earlier(): Promise<Administrator | undefined> {
    for (const id of await this.tokens.findByCreator(CREATOR)) {
      const token = await this.access.useById(id);
      if (token?.scopes.length === SCOPES.length) return token;
    }
    return undefined;
  }

  private async createOwner(): Promise<Administrator> {
    const facts = { name: NAME, scopes: [...SCOPES], expiresAt: null, createdBy: CREATOR };
    const { id } = await this.tokens.create(facts);
    const actor = { actor: 'system', ip: currentActor().ip };
    await onBehalfOf(actor, () => this.service.recordCreation(id, NAME, facts.scopes));
    return ofToken({ ...facts, id }, { expiresAt: null, makers: 0 });
  }
}
