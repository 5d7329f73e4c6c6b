import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokens } from './access-tokens.js';
import { Device } from './devices/device.entity.js';
import { DeviceStore } from './devices/device-store.js';
import { KeyStore } from './keys/key-store.js';
import { SigningKey } from './keys/signing-key.entity.js';
import { SigningKeys } from './keys/signing-keys.js';
import { EmailCodes } from './links/email-codes.js';
import { Link } from './links/link.entity.js';
import { LinkRevocation } from './links/link-revocation.js';
import { LinkStore } from './links/link-store.js';
import { LinkSweeper } from './links/link-sweeper.js';
import { PendingAddresses } from './links/pending-addresses.js';
import { SecureLinks } from './links/secure-links.js';
import { MachineTokens } from './machine-tokens.js';
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
  LinkStore,
  EmailCodes,
  LinkRevocation,
  PendingAddresses,
  SecureLinks,
  SigningKeys,
  DeviceStore,
  StoredTokenData,
];

@Module({
  imports: [TypeOrmModule.forFeature([Session, SigningKey, Link, Device])],
  providers: [...PUBLIC, AccessTokens, RefreshTokens, TokenGrace, KeyStore, SessionSweeper, LinkSweeper],
  exports: PUBLIC,
})
export class TokensModule {}
