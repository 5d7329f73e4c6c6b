import { AuthModule } from '@latchkey/nest-auth';
import { Module } from '@nestjs/common';
import { OrderService } from './order-service.js';
import { ShopController } from './shop.controller.js';

const { AUTH_ISSUER = 'http://localhost:3000', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

@Module({
  imports: [AuthModule.forRoot({ issuer: AUTH_ISSUER, client: { id: CLIENT_ID, secret: CLIENT_SECRET } })],
  controllers: [ShopController],
  providers: [OrderService],
})
export class ShopModule {}
