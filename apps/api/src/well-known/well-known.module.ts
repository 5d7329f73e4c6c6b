import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { RevocationService } from './revocations.service.js';
import { WellKnownController } from './well-known.controller.js';

@Module({ imports: [TokensModule, EventsModule], controllers: [WellKnownController], providers: [RevocationService] })
export class WellKnownModule {}
