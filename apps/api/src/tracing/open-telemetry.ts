// Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT, from a bundle of its own: it imports no code of the service.
import type { Attributes, RecordedSpan, SpanEnd, SpanStart, Tracer } from '@app/tracing';
import {
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** How the spans are sent. */
interface TracerOptions {
  /** The root of the collector, without `/v1/traces`. */
  endpoint: string;
  /** The share of the traces that begin here and are recorded, 0 to 1. */
  share: number;
  version: string;
  /** Called when the collector did not take some spans. */
  onFailure: (reason: string) => void;
}

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };
const STOP_TIMEOUT_MS = 3_000;
const EXPORT_TIMEOUT_MS = 5_000;

/** Records spans with the packages of OpenTelemetry, and sends them in batches by OTLP over HTTP, in JSON. */
export function createTracer({ endpoint, share, version, onFailure }: TracerOptions): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const own = resourceFromAttributes({ 'service.name': 'latchkey', 'service.version': version });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, onFailure) })],
  });
  const tracer = provider.getTracer('latchkey', version);
  return { start: (span) => start(tracer, span), stop: () => stop(provider) };
}

function start(tracer: OtelTracer, { name, kind, parent, attributes }: SpanStart): RecordedSpan {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    context: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED },
    end: ({ name: better, attributes: more, failed }: SpanEnd) => {
      if (better !== undefined) span.updateName(better);
      if (more !== undefined) span.setAttributes(more satisfies Attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function contextOf(parent: SpanStart['parent']): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, sampled } = parent;
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A collector that is down must not delay the end of the process. */
async function stop(provider: TracerProvider): Promise<void> {
  const late = new Promise<void>((done) => {
    setTimeout(done, STOP_TIMEOUT_MS).unref();
  });
  await Promise.race([provider.shutdown().catch(() => undefined), late]);
}

/** OpenTelemetry is silent about failures without a global logger. */
function reporting(exporter: SpanExporter, onFailure: (reason: string) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailure(result.error.message);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
