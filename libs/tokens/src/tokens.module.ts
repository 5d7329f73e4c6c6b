import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Device, DeviceStore } from './devices.js';
import { OneTimeToken } from './one-time/one-time-token.entity.js';
import { EmailCodes, OneTimeTokens } from './one-time/one-time-tokens.js';
import { SecureLinks } from './one-time/secure-links.js';
import { Session, SessionClaims } from './sessions/session.entity.js';
import { SessionQueries } from './sessions/session-queries.js';
import { SessionRevoker } from './sessions/session-revoker.js';
import { SessionStore } from './sessions/session-store.js';
import { SigningKey, SigningKeys } from './signing-keys.js';
import { StoredTokenData } from './stored-token-data.js';
import { AccessTokens, MachineTokens, RefreshTokens, RevocationLists } from './tokens.js';
import { TokensService } from './tokens.service.js';

const PUBLIC = [
  TokensService,
  RevocationLists,
  MachineTokens,
  SessionStore,
  SessionRevoker,
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
  providers: [...PUBLIC, AccessTokens, RefreshTokens],
  exports: PUBLIC,
})
export class TokensModule {}
