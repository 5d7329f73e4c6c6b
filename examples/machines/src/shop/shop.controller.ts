import { Controller, Get } from '@nestjs/common';
import { OrderService } from './order-service.js';

@Controller('shop')
export class ShopController {
  constructor(private readonly orders: OrderService) {}

  /** A public route, for the example. */
  @Get('orders')
  list() {
    return this.orders.list();
  }

  @Get('health')
  health() {
    return { status: 'ok' };
  }
}
