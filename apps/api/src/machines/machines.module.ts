import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { KeyTokenController } from './key-token.controller.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [TokenController, ApiKeysController, KeyTokenController],
})
export class MachineModule {}
