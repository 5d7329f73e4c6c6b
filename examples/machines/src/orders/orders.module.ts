import { AuthModule, BearerGuard } from '@latchkey/nest-auth';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { OrdersController } from './orders.controller.js';

@Module({
  imports: [
    AuthModule.forRoot({
      issuer: process.env.AUTH_ISSUER ?? 'http://localhost:3000',
      machineAudience: 'https://orders.example.com',
      // After a minute without the list of revocations, it refuses all tokens.
      revocations: { maxStale: 60 },
    }),
  ],
  controllers: [OrdersController],
  providers: [{ provide: APP_GUARD, useClass: BearerGuard }],
})
export class OrdersModule {}
