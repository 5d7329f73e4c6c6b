import type { Env } from '@app/config';
import { databaseFailure } from '@app/database';
import { EnvelopeFilter, WirePipe } from '@app/errors';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { serveOpenApi } from './discovery/openapi.js';
import { NestLogger } from './wire/logger.js';
import { BodyInterceptor } from './wire/read-body.js';
import { serverOptions, speakHttp } from './wire/server.js';

/** The whole application, ready to listen. It has not connected to the database yet: `Database.start()` does. */
export async function createApp(env: Env, logger: Logger): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions(env, logger));
  speakHttp(adapter.getInstance(), logger);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(env), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new EnvelopeFilter(app.get(HttpAdapterHost), databaseFailure));
  app.useGlobalInterceptors(new BodyInterceptor());
  app.useGlobalPipes(new WirePipe());
  serveOpenApi(app, env.baseUrl);
  app.enableShutdownHooks();
  return app;
}
