import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { PasswordController } from './password.controller.js';
import { PasswordService } from './password.service.js';

@Module({
  imports: [UsersModule, TokensModule],
  controllers: [PasswordController],
  providers: [PasswordService],
})
export class PasswordModule {}
