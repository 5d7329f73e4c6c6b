import { NestFactory } from '@nestjs/core';
import { OrdersModule } from './orders/orders.module.js';
import { ShopModule } from './shop/shop.module.js';

// Two services in one process, so that one command starts both.
const orders = await NestFactory.create(OrdersModule);
await orders.listen(Number(process.env.ORDERS_PORT ?? 4002));
const shop = await NestFactory.create(ShopModule);
await shop.listen(Number(process.env.PORT ?? 4003));
