import { ApiError } from '@app/errors';
import { EventLog } from '@app/events';
import { Identities, type Identity, Providers } from '@app/federation';
import { MailService } from '@app/mail';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { FactorMethods, type FactorUser } from '../access/factor-methods.js';
import { requester } from '../input/requester.js';
import { type Beginning, SecureLinkMaker } from '../links/secure-link-maker.js';
import type { FoundIdentity, Proof, ShownFactor } from './proof.js';

/** A locked user who gets an identity. */
type LinkedUser = FactorUser & Pick<User, 'email'>;

/** Links external identities to users. */
@Injectable()
export class IdentityLinks {
  constructor(
    private readonly providers: Providers,
    private readonly identities: Identities,
    private readonly methods: FactorMethods,
    private readonly links: SecureLinkMaker,
    private readonly mail: MailService,
    private readonly users: UsersService,
    private readonly events: EventLog,
  ) {}

  /**
   * Links an identity and mails a notice. An identity that the user has already is no failure. The user must be locked.
   * @param shown the factor of the sign-in that links: a new one was not needed before
   * @throws {ApiError} IDENTITY_ALREADY_LINKED when another user has it
   */
  async link(
    user: LinkedUser,
    providerId: string,
    identity: FoundIdentity,
    beginning: Beginning,
    shown?: ShownFactor,
  ): Promise<Identity> {
    const known = await this.identities.find(providerId, identity.key);
    if (known?.uid === user.uid) return known;
    const linked = await this.create(user.uid, providerId, identity);
    const provider = await this.providers.find(providerId);
    const neededFactor = shown !== 'new' && (await this.methods.needsFactor(user));
    const secure = await this.links.ofAddition('identity', user, neededFactor, beginning);
    await this.mail.notify(
      'identity-linked',
      user.email,
      { provider: provider?.name ?? providerId, ...secure },
      requester(),
    );
    return linked;
  }

  /** The same without a notice, for a new user. @throws {ApiError} IDENTITY_ALREADY_LINKED */
  async create(uid: string, providerId: string, identity: FoundIdentity): Promise<Identity> {
    const user = await this.users.find(uid);
    if (!user) throw new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted meanwhile' });
    const linked = await this.identities.link(user, providerId, identity);
    const data = { provider: providerId, identity_id: linked.identityId };
    await this.events.record('identity.linked', { uid, data });
    return linked;
  }

  /** Links the identity of a sign-in whose session opens, and records its use. @throws {ApiError} IDENTITY_ALREADY_LINKED */
  async complete(user: LinkedUser, { idp, identity, createdAt, factor }: Proof): Promise<void> {
    if (idp === undefined || identity === undefined) return;
    const { identityId } = await this.link(user, idp, identity, { since: createdAt }, factor);
    await this.identities.noteUse(identityId, identity.email);
  }

  /**
   * Checks the provider again at the second step of a sign-in: one that was changed or switched off opens no session. Returns
   * the proof with the current lifetime of its sessions.
   * @throws {ApiError} INVALID_MFA_TOKEN
   */
  async requireProvider(proof: Proof): Promise<Proof> {
    const { idp, idpVersion } = proof;
    if (idp === undefined) return proof;
    const provider = await this.providers.findUnchanged(idp, idpVersion);
    if (!provider)
      throw new ApiError('INVALID_MFA_TOKEN', { reason: 'provider changed or switched off since the first step' });
    return { ...proof, maxTtl: provider.sessionMaxTtl };
  }
}
