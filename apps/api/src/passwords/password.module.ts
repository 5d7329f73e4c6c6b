import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PasswordController } from './password.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [PasswordController],
})
export class PasswordModule {}
