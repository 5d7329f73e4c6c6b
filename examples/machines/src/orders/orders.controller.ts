import { Caller, Machine, Scopes } from '@latchkey/nest-auth';
import { Controller, Get } from '@nestjs/common';

/** For clients and API keys, and for no person. */
@Machine()
@Controller('orders')
export class OrdersController {
  @Scopes('orders:read')
  @Get()
  list(@Caller('client') client?: string) {
    return { client, orders: [] };
  }
}
