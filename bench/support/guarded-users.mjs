// A Nest service with one route for users, for bench/offboarding.mjs. PORT, AUTH_ISSUER and JWKS_URI are its settings.
import 'reflect-metadata';
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AuthModule, BearerGuard } from '../../dist/libs/auth/src/index.js';

class Orders {
  read() {
    return {};
  }
}
Get('orders')(Orders.prototype, 'read', Object.getOwnPropertyDescriptor(Orders.prototype, 'read'));
UseGuards(BearerGuard)(Orders);
Controller()(Orders);

class Root {}
const { PORT, AUTH_ISSUER, JWKS_URI } = process.env;
Module({ imports: [AuthModule.forRoot({ issuer: AUTH_ISSUER, jwksUri: JWKS_URI })], controllers: [Orders] })(Root);

const app = await NestFactory.create(Root, new FastifyAdapter(), { logger: ['error'] });
await app.listen(PORT, '127.0.0.1');
