import {
  createVerifier,
  type Demands,
  type Identity,
  type Refusal,
  type Verifier,
  VerifyError,
} from '@latchkey/verify';
import {
  ForbiddenException,
  type HttpException,
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { AUTH_OPTIONS, type AuthOptions } from './auth.options.js';
import { importWithNode, verifyingKeys } from './node-keys.js';

/** The verifier of the application: it starts and stops with it. */
@Injectable()
export class TokenVerifier implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('AuthModule');
  private readonly verifier: Verifier;

  /** @throws {TypeError} with the name of a wrong option, so that the application does not start */
  constructor(
    @Inject(AUTH_OPTIONS)
    { keys, issuer, audience, machineAudience, jwksUri, revocations, now }: AuthOptions,
  ) {
    this.verifier = createVerifier({
      ...{ issuer, audience, machineAudience, jwksUri, revocations, now },
      keys: keys && verifyingKeys(keys),
      importKey: importWithNode,
      log: { info: (message) => this.logger.log(message), warn: (message) => this.logger.warn(message) },
    });
  }

  /** Does not wait, so that the application also starts while the issuer is unreachable. */
  onModuleInit(): void {
    this.verifier.start();
  }

  onModuleDestroy(): void {
    this.verifier.stop();
  }

  /** Whether the signature of this token was verified before. The token may be invalid by now: `verify()` decides. */
  knows(token: string): boolean {
    return this.verifier.knows(token);
  }

  /**
   * The caller with an access token.
   * @throws {VerifyError} if the token or the caller does not meet the demands, or if they cannot be checked now
   */
  verify(token: string | null, demands: Demands = {}): Promise<Identity> {
    return this.verifier.verify(token, demands);
  }

  /** The same for a token whose signature passport has verified. @param claims what the token contains */
  verifySigned(token: string, claims: object): Promise<Identity> {
    return this.verifier.verifySigned(token, claims);
  }
}

const EXCEPTIONS = { 401: UnauthorizedException, 403: ForbiddenException, 503: ServiceUnavailableException };

/** The code for a cause. An error of the option `keys` that is no `VerifyError` counts as an invalid token. */
export function refusalFor(cause: unknown): Refusal {
  return cause instanceof VerifyError ? cause.code : 'NOT_AUTHENTICATED';
}

/** The exception for services without the option `refuse`. */
export function toException(cause: VerifyError): HttpException {
  return new EXCEPTIONS[cause.status](cause.body, { cause });
}
