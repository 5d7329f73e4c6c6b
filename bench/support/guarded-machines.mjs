// A service with one route for machines, for bench/revocations.mjs. FRAMEWORK, PORT, AUTH_ISSUER, JWKS_URI and AUDIENCE are its
// settings.
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import fastify from 'fastify';
import { AuthModule, Scopes } from '../../dist/libs/auth/src/index.js';
import { createVerifier } from '../../dist/libs/verify/src/index.js';

const { FRAMEWORK = '', PORT, AUTH_ISSUER: issuer, JWKS_URI: jwksUri, AUDIENCE: machineAudience } = process.env;
const OPTIONS = { issuer, jwksUri, machineAudience };
const DEMANDS = { scopes: ['orders:read'] };
const HOST = '127.0.0.1';

const STARTS = {
  async nest() {
    class Orders {
      read() {
        return {};
      }
    }
    const read = Object.getOwnPropertyDescriptor(Orders.prototype, 'read');
    Get('orders')(Orders.prototype, 'read', read);
    Scopes(...DEMANDS.scopes)(Orders.prototype, 'read', read);
    Controller()(Orders);
    class Root {}
    Module({ imports: [AuthModule.forRoot(OPTIONS)], controllers: [Orders] })(Root);
    const app = await NestFactory.create(Root, new FastifyAdapter(), { logger: ['error'] });
    await app.listen(PORT, HOST);
  },
  async express() {
    const verifier = createVerifier(OPTIONS).start();
    const app = express();
    app.get('/orders', async ({ headers }, response) => {
      try {
        await verifier.authenticate(headers.authorization, DEMANDS);
        response.json({});
      } catch (error) {
        response.status(error.status ?? 500).json(error.body);
      }
    });
    app.listen(PORT, HOST);
  },
  async fastify() {
    // Without start(): requests read what is due.
    const verifier = createVerifier(OPTIONS);
    const app = fastify();
    app.get('/orders', async ({ headers }, reply) => {
      try {
        await verifier.authenticate(headers.authorization, DEMANDS);
        return {};
      } catch (error) {
        return reply.code(error.status ?? 500).send(error.body);
      }
    });
    await app.listen({ port: PORT, host: HOST });
  },
};

await STARTS[FRAMEWORK]();
