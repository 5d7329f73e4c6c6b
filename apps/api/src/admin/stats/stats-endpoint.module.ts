import { AdminTokensModule } from '@app/admin';
import { MailModule } from '@app/mail';
import { StatsModule } from '@app/stats';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { SeriesService } from './series.service.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

/** The totals and the counters over time. */
@Module({
  imports: [AdminTokensModule, UsersModule, TokensModule, MailModule, StatsModule, SignInModule],
  controllers: [StatsController],
  providers: [StatsService, SeriesService],
})
export class StatsEndpointModule {}
