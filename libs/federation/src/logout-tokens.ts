import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable, Logger } from '@nestjs/common';
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import type { Provider } from './provider.entity.js';
import { reasonOf } from './provider-client.js';
import { identityOf, providerSessionKey } from './provider-kinds.js';
import { ProviderServers } from './provider-servers.js';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** How far the clocks may differ, in seconds, as for ID tokens. */
const TOLERANCE = 30;
/** How old a logout token may be, in seconds. */
export const LOGOUT_TOKEN_SECONDS = 600;
const TYPE = /^(?:application\/)?logout\+jwt$/i;
/** Only signatures by a private key: the public key must not serve as the secret of an HMAC. */
const SIGNATURE = /^(?:(?:RS|PS)(?:256|384|512)|ES(?:256|384|512)|EdDSA|Ed25519)$/;

/** What a logout token ends: the sessions of an identity, those of one session at the provider, or both. */
export interface ProviderLogout {
  /** Unique for each token of the provider. */
  tokenId: string;
  /** The key of the identity: see `identityKey()`. */
  key?: string;
  /** See `providerSessionKey()`. */
  idpSid?: string;
}

/** Checks the logout tokens of providers (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
@Injectable()
export class LogoutTokens {
  private readonly logger = new Logger('Providers');

  constructor(
    private readonly servers: ProviderServers,
    private readonly clock: Clock,
  ) {}

  /**
   * That the token was not used before is left to the caller.
   * @throws {ApiError} INVALID_LOGOUT_TOKEN, with the reason in the log
   */
  async check(provider: Provider, token: string): Promise<ProviderLogout> {
    try {
      return logoutOf(provider, await this.verify(provider, token));
    } catch (cause) {
      this.logger.warn(`A logout token for the provider ${provider.id} is refused: ${reasonOf(cause)}`);
      throw new ApiError('INVALID_LOGOUT_TOKEN', undefined, { cause });
    }
  }

  private async verify(provider: Provider, token: string): Promise<JWTPayload> {
    if (provider.kind === 'github') throw new Error('GitHub sends none');
    const { kid } = decodeProtectedHeader(token);
    const config = await this.servers.configure(provider);
    const { issuer, id_token_signing_alg_values_supported: listed = ['RS256'] } = config.serverMetadata();
    const keys = createLocalJWKSet(JSON.parse(await this.servers.keys(config, kid)));
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: listed.filter((algorithm) => SIGNATURE.test(algorithm)),
      audience: provider.clientId,
      currentDate: new Date(this.clock.milliseconds()),
      clockTolerance: TOLERANCE,
      maxTokenAge: LOGOUT_TOKEN_SECONDS - TOLERANCE,
      requiredClaims: ['iss', 'exp', 'jti'],
    });
    if (protectedHeader.typ !== undefined && !TYPE.test(protectedHeader.typ)) throw new Error('unexpected "typ"');
    // The issuer of Entra is a template.
    if (payload.iss !== issuer.replace('{tenantid}', String(payload.tid))) throw new Error('unexpected "iss"');
    return payload;
  }
}

function logoutOf(provider: Provider, claims: JWTPayload): ProviderLogout {
  const { jti, sid, sub, events, nonce } = claims;
  if (typeof jti !== 'string' || jti === '') throw new Error('no usable "jti"');
  if (!isObject(events) || !isObject(events[LOGOUT_EVENT])) throw new Error('no usable "events"');
  if (nonce !== undefined) throw new Error('a "nonce", as in an ID token');
  if (sid !== undefined && (typeof sid !== 'string' || sid === '')) throw new Error('no usable "sid"');
  if (sid === undefined && sub === undefined) throw new Error('neither "sub" nor "sid"');
  return {
    tokenId: jti,
    ...(sub !== undefined && { key: identityOf(provider, claims).key }),
    ...(sid !== undefined && { idpSid: providerSessionKey(provider.id, sid) }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
