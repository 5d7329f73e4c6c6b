import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokens } from './access-tokens.js';
import { Device } from './devices/device.entity.js';
import { DeviceStore } from './devices/device-store.js';
import { KeyStore } from './keys/key-store.js';
import { SigningKey } from './keys/signing-key.entity.js';
import { SigningKeys } from './keys/signing-keys.js';
import { MachineTokens } from './machine-tokens.js';
import { EmailCodes } from './one-time/email-codes.js';
import { OneTimeToken } from './one-time/one-time-token.entity.js';
import { OneTimeTokens } from './one-time/one-time-tokens.js';
import { SecureLinks } from './one-time/secure-links.js';
import { RefreshTokens } from './refresh-tokens.js';
import { RevocationLists } from './revocation-lists.js';
import { ProviderSessions } from './sessions/provider-sessions.js';
import { Session } from './sessions/session.entity.js';
import { SessionClaims } from './sessions/session-claims.js';
import { SessionProofs } from './sessions/session-proofs.js';
import { SessionQueries } from './sessions/session-queries.js';
import { SessionRevoker } from './sessions/session-revoker.js';
import { SessionStore } from './sessions/session-store.js';
import { SessionSweeper } from './sessions/session-sweeper.js';
import { TokenGrace } from './sessions/token-grace.js';
import { StoredTokenData } from './stored-token-data.js';
import { TokensService } from './tokens.service.js';

const PUBLIC = [
  TokensService,
  RevocationLists,
  MachineTokens,
  SessionStore,
  SessionProofs,
  SessionRevoker,
  ProviderSessions,
  SessionClaims,
  SessionQueries,
  OneTimeTokens,
  EmailCodes,
  SecureLinks,
  SigningKeys,
  DeviceStore,
  StoredTokenData,
];

@Module({
  imports: [TypeOrmModule.forFeature([Session, SigningKey, OneTimeToken, Device])],
  providers: [...PUBLIC, AccessTokens, RefreshTokens, TokenGrace, KeyStore, SessionSweeper],
  exports: PUBLIC,
})
export class TokensModule {}
