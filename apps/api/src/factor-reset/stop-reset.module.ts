import { Module } from '@nestjs/common';
import { FactorResetModule } from './factor-reset.module.js';
import { FactorResetJob } from './factor-reset-job.js';
import { StopResetController } from './stop-reset.controller.js';

/** What only the service does about waiting resets, and not the command line: it carries them out, and users stop them. */
@Module({
  imports: [FactorResetModule],
  controllers: [StopResetController],
  providers: [FactorResetJob],
})
export class StopResetModule {}
