import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import type { Enroller } from '@app/flows';
import { OneTimeTokens } from '@app/tokens';
import { UsersService } from '@app/users';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SignedInGuard } from './signed-in.guard.js';

type EnrollerRequest = FastifyRequest & { enroller?: Enroller; user?: CallerIdentity };

const MFA_TOKEN = /^bearer +([\w-]{43})$/i;

/** The enroller of the request. Only on routes behind the `EnrollerGuard`. */
export const EnrollerOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<EnrollerRequest>().enroller,
);

/**
 * Allows a signed-in caller, and a request whose `Authorization` header has the `mfa_token` of MFA_ENROLMENT_REQUIRED in
 * place of an access token.
 */
@Injectable()
export class EnrollerGuard implements CanActivate {
  constructor(
    private readonly signedIn: SignedInGuard,
    private readonly tokens: OneTimeTokens,
    private readonly users: UsersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<EnrollerRequest>();
    const [, mfaToken] = MFA_TOKEN.exec(request.headers.authorization ?? '') ?? [];
    if (mfaToken !== undefined) {
      const uid = (await this.tokens.open(mfaToken, 'mfa_enrolment'))?.uid;
      if (!uid) throw await this.refusalOf(mfaToken);
      request.enroller = { uid, mfaToken };
      request.user = undefined;
      return true;
    }
    await this.signedIn.canActivate(context);
    const caller = request.user as CallerIdentity;
    request.enroller = { uid: caller.uid, caller };
    return true;
  }

  /** A token that a change of the account has ended is named, as at the second step of a sign-in. */
  private async refusalOf(mfaToken: string): Promise<ApiError> {
    const uid = await this.tokens.findEnded(mfaToken, 'mfa_enrolment');
    if (uid === undefined)
      return new ApiError('NOT_AUTHENTICATED', { reason: 'unknown, used or expired token, or one without tries' });
    if (!(await this.users.isActive(uid)))
      return new ApiError('NOT_AUTHENTICATED', { reason: 'account deleted or disabled' });
    return new ApiError('INVALID_MFA_TOKEN', { reason: 'token ended by a change of the account' });
  }
}
