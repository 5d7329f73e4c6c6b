import { checkDemands, type Demands, requireDemands } from './demands.js';
import { Issuer } from './issuer/issuer.js';
import { type SettledOptions, settle, type VerifierOptions } from './options.js';
import { InvalidToken, MissingToken, UnusableToken } from './refusals.js';
import { accessKeyIdOf, bearerToken, readIdentity, verifyJws } from './tokens/access-token.js';
import type { CallerIdentity, Identity, MachineIdentity } from './tokens/claims.js';
import { VerifiedTokens } from './tokens/verified-tokens.js';

/** Demands that only people meet. */
type OfPeople = Demands & { machine?: false; scopes?: undefined };

/** Verifies access tokens of one issuer. */
export class Verifier {
  private readonly options: SettledOptions;
  private readonly issuer: Issuer;
  private readonly verified: VerifiedTokens;

  /** @throws {TypeError} with the name of a wrong option */
  constructor(options: VerifierOptions) {
    this.options = settle(options);
    this.issuer = new Issuer(this.options);
    this.verified = new VerifiedTokens(this.options.now, this.issuer);
  }

  /**
   * Fetches keys and revocations in the background from now on, for a service that runs for long. Without it, requests fetch
   * them when they are due: on runtimes without timers between requests.
   */
  start(): this {
    this.issuer.start();
    return this;
  }

  /** Ends the background work, and all requests to the issuer. */
  stop(): void {
    this.issuer.stop();
  }

  /**
   * The caller with a header `Authorization: Bearer …`.
   * @param authorization the header; anything but one text counts as missing
   * @throws {VerifyError} if the token or the caller does not meet the demands, or if they cannot be checked now
   * @throws {TypeError} for demands that no caller could meet
   */
  authenticate(authorization: unknown, demands?: OfPeople): Promise<CallerIdentity>;
  authenticate(authorization: unknown, demands: Demands & { machine: true | 'client' }): Promise<MachineIdentity>;
  authenticate(authorization: unknown, demands?: Demands): Promise<Identity>;
  authenticate(authorization: unknown, demands?: Demands): Promise<Identity> {
    return this.verify(bearerToken(authorization), demands);
  }

  /**
   * The caller with an access token that came elsewhere than in the header. It refuses as `authenticate()` does.
   * @param token null, undefined or an empty text if there is none
   */
  verify(token: string | null | undefined, demands?: OfPeople): Promise<CallerIdentity>;
  verify(token: string | null | undefined, demands: Demands & { machine: true | 'client' }): Promise<MachineIdentity>;
  verify(token: string | null | undefined, demands?: Demands): Promise<Identity>;
  async verify(token: string | null | undefined, demands: Demands = {}): Promise<Identity> {
    checkDemands(demands);
    if (!token) throw new MissingToken();
    const caller = (await this.known(token)) ?? (await this.identify(token));
    requireDemands(caller, demands, this.options.now());
    return caller;
  }

  /**
   * The caller with a token whose signature another library has just verified, with ES256 and the key of the issuer that its header
   * names. All else is checked here. Never with what a token contains that was only decoded: anybody can write that.
   * @param claims what the token contains
   */
  verifySigned(token: string, claims: object): Promise<Identity> {
    return this.identify(token, claims);
  }

  /** Whether the signature of this token was verified before. The token may be invalid by now: `verify()` decides. */
  knows(token: string): boolean {
    return this.verified.has(token);
  }

  /** The caller with a token that was verified before. */
  private async known(token: string): Promise<Identity | undefined> {
    if (!this.verified.has(token)) return undefined;
    const pending = this.issuer.current();
    if (pending) await pending;
    return this.verified.callerOf(token);
  }

  /** Asks the issuer for nothing but a new key before the signature is verified, so that forged tokens cause no other work. */
  private async identify(token: string, signed?: object): Promise<Identity> {
    const kid = accessKeyIdOf(token);
    if (kid === '') throw new InvalidToken('This is no access token.');
    const { keys } = this.issuer;
    const key = keys.publicKey(kid) ?? (await keys.find?.(kid));
    if (key === undefined) throw new InvalidToken('The issuer has no key with this id.');
    const caller = readIdentity(signed ?? (await verifyJws(token, key)), this.options);
    const pending = this.issuer.current();
    if (pending) await pending;
    if (this.issuer.revocations?.include(caller.claims)) throw new UnusableToken('revoked');
    this.verified.add(token, caller, kid, key);
    return caller;
  }
}

/**
 * Verifies access tokens of an auth service.
 * @throws {TypeError} with the name of a wrong option
 */
export function createVerifier(options: VerifierOptions): Verifier {
  return new Verifier(options);
}
