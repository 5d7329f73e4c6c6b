import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { RevocationService } from './revocations.service.js';
import { WellKnownController } from './well-known.controller.js';

@Module({
  imports: [TokensModule, EventsModule, UsersModule],
  controllers: [WellKnownController],
  providers: [RevocationService],
})
export class WellKnownModule {}
