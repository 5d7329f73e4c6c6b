import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [TokenController],
})
export class MachineModule {}
