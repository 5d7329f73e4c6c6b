import {
  AuthModule,
  type CallerIdentity,
  MissingToken,
  type Refusal,
  refusalFor,
  TokenVerifier,
  UnusableToken,
} from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { SigningKeys, TokensModule } from '@app/tokens';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader } from 'jose';
import { Strategy } from 'passport-jwt';

const OF_TOKEN = {
  expired: 'access token expired',
  revoked: 'access token revoked',
  foreign: 'no access token of this service',
};

/** The service reads no revocations, so they are never too old. */
function codeOf(refusal: Refusal) {
  return refusal === 'REVOCATIONS_UNAVAILABLE' ? 'UNAVAILABLE' : refusal;
}

/** In fixed words: the message of another cause may have a part of the token. */
function reasonOf(refusal: Refusal, cause: unknown): string | undefined {
  if (refusal !== 'NOT_AUTHENTICATED') return undefined;
  if (cause instanceof UnusableToken) return OF_TOKEN[cause.flaw];
  return cause instanceof MissingToken ? 'no access token' : OF_TOKEN.foreign;
}

/**
 * The AuthModule of the service itself: verifies access tokens with the keys in memory and by the clock that issued them.
 * Without revocations: an access token is valid here until it expires, also after a logout, as the specification says.
 */
export const OwnTokens = AuthModule.forRootAsync({
  imports: [TokensModule],
  inject: [Env, SigningKeys, Clock],
  useFactory: (env: Env, keys: SigningKeys, clock: Clock) => ({
    issuer: env.baseUrl,
    audience: env.accessTokenAudience,
    keys,
    now: () => clock.now(),
    revocations: false as const,
  }),
});

/** The token in `Authorization: Bearer …` (RFC 6750), of an administrator or of a user. */
export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * The user with an access token.
 * @param signed what the token contains, if its signature was verified already
 * @throws {ApiError} NOT_AUTHENTICATED, …
 */
export async function callerWith(verifier: TokenVerifier, token: string, signed?: object): Promise<CallerIdentity> {
  try {
    return (await (signed ? verifier.verifySigned(token, signed) : verifier.verify(token))) as CallerIdentity;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const refusal = refusalFor(cause);
    throw new ApiError(codeOf(refusal), { cause, reason: reasonOf(refusal, cause) });
  }
}

type GiveKey = (error: unknown, key?: string) => void;

/** Verifies the signature of the access token in the header (RFC 7515, section 5.2), with the keys in memory, and then its claims. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, 'access-token') {
  constructor(
    keys: SigningKeys,
    private readonly verifier: TokenVerifier,
  ) {
    super({
      jwtFromRequest: (request: FastifyRequest) => bearerOf(request) ?? null,
      // The types lack KeyObject, which is parsed once instead of for each token.
      secretOrKeyProvider: (_request: unknown, token: string, give: GiveKey) =>
        give(null, keys.publicKey(keyIdOf(token)) as never),
      algorithms: ['ES256'],
      // The expiry is checked with the clock that issued the token.
      ignoreExpiration: true,
      passReqToCallback: true,
    } as never);
  }

  /** @throws {ApiError} NOT_AUTHENTICATED, … */
  validate(request: FastifyRequest, claims: object): Promise<CallerIdentity> {
    return callerWith(this.verifier, bearerOf(request) ?? '', claims);
  }
}

/** The id of the key in the header of a token; empty for a text that is no token. */
function keyIdOf(token: string): string {
  try {
    return decodeProtectedHeader(token).kid ?? '';
  } catch {
    return '';
  }
}

/** Allows a request with a valid access token of a user in its header. */
@Injectable()
export class AccessTokenGuard extends AuthGuard('access-token') {
  constructor(private readonly verifier: TokenVerifier) {
    super();
  }

  /** A signature is verified once for each token, and not for each request: see decision 0008. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: CallerIdentity }>();
    const token = bearerOf(request);
    if (token === undefined || !this.verifier.knows(token)) return super.canActivate(context) as Promise<boolean>;
    request.user = await callerWith(this.verifier, token);
    return true;
  }

  /** A request that passport refuses without an error has no token, or one that no key of the service has signed. */
  override handleRequest<T>(error: unknown, user: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (user) return user;
    const token = bearerOf(context.switchToHttp().getRequest());
    throw new ApiError('NOT_AUTHENTICATED', { reason: token === undefined ? 'no access token' : OF_TOKEN.foreign });
  }
}
