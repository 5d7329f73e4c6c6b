import type { Env } from '@app/config';
import { databaseFailure } from '@app/database';
import { ErrorFilter, RequestValidationPipe } from '@app/errors';
import { RedirectUrls } from '@app/flows';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { requireAccess } from './access/access.decorator.js';
import { AppModule } from './app.module.js';
import { stopAtSignal } from './graceful-shutdown.js';
import { Draining } from './health/health.controller.js';
import { Cors, SecurityHeaders } from './http/headers.js';
import { failureOf, logRequest, NestLogger, statusOf } from './http/logger.js';
import { addHttpHooks, OpenRequests, ProtocolErrors, serverOptions } from './http/server.js';
import { Metrics } from './metrics/metrics.js';
import { compileAnswersLater, serveOpenApi } from './openapi/document.js';
import { RequestSpans } from './tracing/request-spans.js';
import { startTracing } from './tracing/start-tracing.js';
import { Proxies } from './wire/proxies.js';

/** The whole application, ready to listen. It has not connected to the database yet: `Database.start()` does. */
export async function createApp(env: Env, logger: Logger): Promise<NestFastifyApplication> {
  await startTracing(env, logger);
  const headers = new SecurityHeaders(env);
  const requests = new OpenRequests();
  const proxies = new Proxies(env, logger);
  const spans = new RequestSpans((peer) => proxies.include(peer));
  requests.onEnd((reply) => logRequest(logger, reply, spans.of(reply.request)));
  requests.onEnd((reply) => {
    spans.end(reply.request, { status: statusOf(reply), code: failureOf(reply.request) });
  });
  const errors = new ProtocolErrors(headers, requests, logger);
  const adapter = new FastifyAdapter(serverOptions(errors)) as FastifyAdapter;
  addHttpHooks(adapter, { headers, cors: new Cors(env), errors, requests, spans, proxies });
  compileAnswersLater(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(env), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  requireAccess(app);
  app.useGlobalFilters(new ErrorFilter(app.get(HttpAdapterHost), databaseFailure));
  app.useGlobalPipes(new RequestValidationPipe());
  serveOpenApi(app, env);
  app.get(Metrics).measure(requests);
  app.get(RedirectUrls).warnIfUnrestricted();
  app.get(Draining).closeConnections(adapter.getInstance());
  stopAtSignal(app);
  return app;
}
