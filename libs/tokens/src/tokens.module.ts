import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokens } from './access-tokens.js';
import { RefreshTokens } from './refresh-tokens.js';
import { Session } from './session.entity.js';
import { SessionStore } from './session-store.js';
import { SessionSweeper } from './session-sweeper.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.js';
import { TokensService } from './tokens.service.js';

@Module({
  imports: [JwtModule.register({}), TypeOrmModule.forFeature([Session, SigningKey])],
  providers: [TokensService, AccessTokens, RefreshTokens, SessionStore, SessionSweeper, SigningKeys],
  exports: [TokensService, SessionStore, SigningKeys],
})
export class TokensModule {}
