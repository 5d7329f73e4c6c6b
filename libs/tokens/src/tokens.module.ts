import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokens } from './access-tokens.js';
import { KeyStore } from './keys/key-store.js';
import { SigningKey } from './keys/signing-key.entity.js';
import { SigningKeys } from './keys/signing-keys.js';
import { Link } from './link.entity.js';
import { LinkStore } from './link-store.js';
import { RefreshTokens } from './refresh-tokens.js';
import { RevocationLists } from './revocation-lists.js';
import { Session } from './session.entity.js';
import { SessionStore } from './session-store.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [JwtModule.register({}), TypeOrmModule.forFeature([Session, SigningKey, Link])],
  providers: [
    TokensService,
    AccessTokens,
    RefreshTokens,
    RevocationLists,
    SessionStore,
    LinkStore,
    KeyStore,
    SigningKeys,
  ],
  exports: [TokensService, RevocationLists, SessionStore, LinkStore, SigningKeys],
})
export class TokensModule {}
