import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ApiKeysController, KeyTokenController, TokenController } from './machines.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [TokenController, ApiKeysController, KeyTokenController],
})
export class MachineModule {}
