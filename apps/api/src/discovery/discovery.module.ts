import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { DiscoveryController } from './discovery.controller.js';

@Module({ imports: [TokensModule], controllers: [DiscoveryController] })
export class DiscoveryModule {}
