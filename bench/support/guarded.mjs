// A Nest service with @Roles() of the auth library, for bench/roles.mjs. PORT, AUTH_ISSUER and JWKS_URI are its settings.
import 'reflect-metadata';
import { Controller, Get, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AuthModule, BearerGuard, Roles } from '../../dist/libs/auth/src/index.js';

class Prices {
  read() {
    return {};
  }
}
const read = Object.getOwnPropertyDescriptor(Prices.prototype, 'read');
Get('prices')(Prices.prototype, 'read', read);
Roles('editor')(Prices.prototype, 'read', read);
UseGuards(BearerGuard)(Prices);
Controller()(Prices);

class Root {}
const { PORT, AUTH_ISSUER, JWKS_URI } = process.env;
Module({ imports: [AuthModule.forRoot({ issuer: AUTH_ISSUER, jwksUri: JWKS_URI })], controllers: [Prices] })(Root);

const app = await NestFactory.create(Root, new FastifyAdapter(), { logger: ['error'] });
app.enableShutdownHooks();
await app.listen(PORT, '127.0.0.1');
