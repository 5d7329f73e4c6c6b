import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.js';
import { RevocationService } from './revocations.service.js';

@Module({ imports: [TokensModule, EventsModule], controllers: [DiscoveryController], providers: [RevocationService] })
export class DiscoveryModule {}
