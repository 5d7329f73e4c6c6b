import { type Env, openTelemetryVariables, VERSION } from '@app/config';
import { useTracer } from '@app/tracing';
import type { Logger } from 'pino';

/** A collector that is down is reported this often. */
const REPORT_EVERY_MS = 60_000;

/** Records spans if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Only then the packages of OpenTelemetry are loaded. */
export async function startTracing({ traces }: Env, logger: Logger): Promise<void> {
  // Another service may have run in this process before.
  useTracer(undefined);
  if (traces.endpoint === undefined) return;
  // OpenTelemetry reads its other variables, such as OTEL_EXPORTER_OTLP_HEADERS, from the environment only.
  Object.assign(process.env, openTelemetryVariables());
  const { createTracer } = await import('./open-telemetry.js');
  const { endpoint, share } = traces;
  useTracer(createTracer({ endpoint, share, version: VERSION, onFailure: reporter(logger) }));
}

function reporter(logger: Logger): (reason: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (reason) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    logger.warn({ context: 'Tracing' }, `The collector did not take spans: ${reason}`);
  };
}
