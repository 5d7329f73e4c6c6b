import { Caller, Machine, Scopes } from '@latchkey/nest-auth';
import { Controller, Get } from '@nestjs/common';

/** For clients, and for no API key and no person. */
@Machine('client')
@Controller('orders')
export class OrdersController {
  @Scopes('orders:read')
  @Get()
  list(@Caller('client') client?: string) {
    return { client, orders: [] };
  }
}
