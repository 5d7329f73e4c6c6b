import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { WellKnownController } from './well-known.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [WellKnownController],
})
export class WellKnownModule {}
