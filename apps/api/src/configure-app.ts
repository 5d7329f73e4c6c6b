import type { Env } from '@app/config';
import { databaseFailure } from '@app/database';
import { ErrorFilter, RequestValidationPipe } from '@app/errors';
import { RedirectUrls } from '@app/flows';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { requireAccess } from './access/require-access.js';
import { AppModule } from './app.module.js';
import { stopAtSignal } from './graceful-shutdown.js';
import { Draining } from './health/draining.js';
import { Cors } from './http/cors.js';
import { addHttpHooks } from './http/http-hooks.js';
import { NestLogger } from './http/logger.js';
import { OpenRequests } from './http/open-requests.js';
import { ProtocolErrors } from './http/protocol-errors.js';
import { failureOf, logRequest, statusOf } from './http/request-log.js';
import { SecurityHeaders } from './http/security-headers.js';
import { serverOptions } from './http/server.js';
import { Metrics } from './metrics/metrics.js';
import { recordRequestMetrics } from './metrics/request-metrics.js';
import { compileAnswersLater } from './openapi/answer-schema.js';
import { serveOpenApi } from './openapi/openapi.js';
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
  recordRequestMetrics(requests, app.get(Metrics));
  app.get(RedirectUrls).warnIfUnrestricted();
  app.get(Draining).closeConnections(adapter.getInstance());
  stopAtSignal(app);
  return app;
}
