import type { Env } from '@app/config';
import { databaseFailure } from '@app/database';
import { EnvelopeFilter, WirePipe } from '@app/errors';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { serveOpenApi } from './discovery/openapi.js';
import { corsOptions } from './http/cors.js';
import { NestLogger } from './http/logger.js';
import { measure } from './http/measure.js';
import { Rejections } from './http/rejections.js';
import { SecurityHeaders } from './http/security-headers.js';
import { serverOptions } from './http/server.js';
import { speakHttp } from './http/speak-http.js';
import { stopInTime } from './http/stop-in-time.js';
import { RedirectUrls } from './link/redirect-urls.js';
import { Metrics } from './metrics/metrics.js';

/** The whole application, ready to listen. It has not connected to the database yet: `Database.start()` does. */
export async function createApp(env: Env, logger: Logger): Promise<NestFastifyApplication> {
  const headers = new SecurityHeaders(env);
  const rejections = new Rejections(headers, logger);
  const adapter = new FastifyAdapter(serverOptions(env, rejections)) as FastifyAdapter;
  speakHttp(adapter, headers, rejections, logger);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(env), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new EnvelopeFilter(app.get(HttpAdapterHost), databaseFailure));
  app.useGlobalPipes(new WirePipe());
  serveOpenApi(app, env.baseUrl);
  measure(adapter.getInstance(), app.get(Metrics));
  app.enableCors(corsOptions(env));
  app.get(RedirectUrls).warn();
  app.enableShutdownHooks([], { useProcessExit: true });
  stopInTime();
  return app;
}
