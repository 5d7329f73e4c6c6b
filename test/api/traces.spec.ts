import { DATABASE } from '../support/database/database.js';
import { countOutcomes } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, googleAccount, NEXT_URL, pkce, signInWith } from '../support/idp/providers.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';
import { Collector } from '../support/service/neighbours.js';
import { Receiver } from '../support/service/webhooks.js';

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`;
const [TRACE_ID, SPAN_ID] = [/^[\da-f]{32}$/, /^[\da-f]{16}$/];
const FLUSH_SECONDS = 6;

let collector: Collector;
let mail: MailServer;
beforeAll(async () => {
  [collector, mail] = [await new Collector().listen(), await MailServer.start()];
});
afterAll(() => Promise.all([collector.stop(), mail.stop()]));

/** The line of the log for a request with this id. */
async function lineOf(app: App, requestId: string): Promise<Record<string, unknown>> {
  const found = () => app.service.requests.find(({ request_id }) => request_id === requestId);
  await app.service.until(() => found() !== undefined);
  return found() as Record<string, unknown>;
}

let counter = 0;

/** The line of the log for a request with these headers. */
async function lineWith(app: App, headers: Record<string, string>): Promise<Record<string, unknown>> {
  counter += 1;
  const id = `traced-${counter}`;
  await app.get('/.well-known/jwks.json', { headers: { ...headers, 'x-request-id': id } });
  return lineOf(app, id);
}

describe('without a collector', () => {
  const idp = useIdp();
  let app: App;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await new Receiver().listen();
    app = await App.start({ TRUST_PROXY: 'loopback' });
  });
  afterAll(() => Promise.all([app.stop(), receiver.stop()]));

  it('a line of the log has the trace of a trusted proxy, and a span of its own', async () => {
    const line = await lineWith(app, { traceparent: TRACEPARENT });
    expect(line).toMatchObject({ trace_id: TRACE, span_id: expect.stringMatching(SPAN_ID) });
    expect(line.span_id).not.toBe(SPAN);
  });

  it('each request without a trace has a new one', async () => {
    const lines = await Promise.all(Array.from({ length: 20 }, () => lineWith(app, {})));
    for (const { trace_id, span_id } of lines) expect([trace_id, span_id]).toEqual(ids());
    expect(new Set(lines.map(({ trace_id }) => trace_id)).size).toBe(20);
  });

  it.each([
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `${TRACEPARENT}, ${TRACEPARENT}`,
    'x'.repeat(4_000),
  ])('an invalid traceparent begins a new trace: %s', async (traceparent) => {
    const line = await lineWith(app, { traceparent });
    expect([line.trace_id, line.span_id]).toEqual(ids());
    expect(line.trace_id).not.toBe(TRACE);
  });

  it('a later version of traceparent is read as far as it is known', async () => {
    expect((await lineWith(app, { traceparent: `01-${TRACE}-${SPAN}-01-more` })).trace_id).toBe(TRACE);
  });

  /** Begins a sign-in with a provider, in the trace of a proxy. */
  const begin = (id: string) => {
    const body = { next_url: NEXT_URL, code_challenge: pkce().challenge };
    return app.post(`/api/auth/external/${id}/start`, body, { headers: { traceparent: TRACEPARENT } });
  };

  it('a provider receives the trace of the request, and a webhook does not', async () => {
    expect((await app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.created'] })).status).toBe(200);
    const { id, idp: provider } = await addProvider(app, idp, 'google');
    expect((await begin(id)).status).toBe(200);
    expect((await signInWith(app, id, googleAccount(newEmail()))).status).toBe(200);
    const traces = (await provider.requests()).map(({ traceparent }) => traceparent).filter(Boolean);
    expect(traces).toContainEqual(expect.stringMatching(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`)));
    await app.service.until(() => receiver.received.length > 0);
    expect(receiver.received[0]?.headers.traceparent).toBeUndefined();
  });

  it('a warning that a request causes has its trace', async () => {
    const { id } = await addProvider(app, idp, 'liar', { lies: { discovery: { issuer: 'https://wrong.example' } } });
    expect((await begin(id)).code).toBe('PROVIDER_ERROR');
    const warnings = () => app.service.log.split('\n').filter((line) => line.includes(`The provider ${id} failed`));
    await app.service.until(() => warnings().length > 0);
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({ level: 'warn', context: 'Providers', trace_id: TRACE });
  });
});

it.each(['none', '192.0.2.0/24'])(
  'with TRUST_PROXY=%s the traceparent of a stranger begins a new trace',
  async (TRUST_PROXY) => {
    const app = await App.start({ TRUST_PROXY });
    const { trace_id, span_id } = await lineWith(app, { traceparent: TRACEPARENT });
    expect([trace_id, span_id]).toEqual(ids());
    expect(trace_id).not.toBe(TRACE);
    await app.stop();
  },
);

const ids = () => [expect.stringMatching(TRACE_ID), expect.stringMatching(SPAN_ID)];

describe('with a collector', () => {
  let app: App;
  beforeAll(async () => {
    app = await App.start({
      TRUST_PROXY: 'loopback',
      SMTP_URL: mail.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    });
  });
  afterAll(() => app.stop());

  /** Waits until the spans so far have arrived. */
  async function arrived(holds: () => boolean): Promise<void> {
    await app.advance(FLUSH_SECONDS);
    await app.service.until(holds);
  }

  it('a sign-in is a trace with the span of the proxy, the request, the comparison and the transactions', async () => {
    const { email } = await app.signUp();
    const headers = { traceparent: TRACEPARENT, 'x-request-id': 'sign-in' };
    const answer = await app.post('/api/auth/user/login', { email, password: PASSWORD }, { headers });
    expect(answer.status).toBe(200);
    const line = await lineOf(app, 'sign-in');
    await arrived(() => collector.of(TRACE).some(({ kind }) => kind === 2));
    const spans = collector.of(TRACE);
    const request = spans.find(({ spanId }) => spanId === line.span_id);
    expect(request).toMatchObject({
      name: 'POST /api/auth/user/login',
      kind: 2,
      parentSpanId: SPAN,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/auth/user/login',
        'http.response.status_code': 200,
      },
    });
    const parts = spans.filter((span) => span !== request);
    expect(new Set(parts.map(({ name }) => name))).toEqual(new Set(['compare password', 'transaction']));
    expect(new Set(parts.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([line.span_id]));
    expect(parts.find(({ name }) => name === 'transaction')?.attributes).toEqual({
      'db.system.name': DATABASE === 'postgres' ? 'postgresql' : DATABASE,
    });
  });

  it('a refused request has its code, and only a failure of the service is an error', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${SPAN}-01`;
    await app.post('/api/auth/user/login', { email: newEmail(), password: PASSWORD }, { headers: { traceparent } });
    await arrived(() => collector.of('a'.repeat(32)).some(({ kind }) => kind === 2));
    const request = collector.of('a'.repeat(32)).find(({ kind }) => kind === 2);
    expect(request).toMatchObject({ status: 0, attributes: { 'error.type': 'INVALID_CREDENTIALS' } });
  });

  it('an email is a trace of its own, with its kind', async () => {
    const { email } = await app.signUp();
    await app.post('/api/auth/magic-link', { email });
    await mail.emailTo(email);
    await arrived(() => collector.spans.some(({ name }) => name === 'send email'));
    const sent = collector.spans.find(({ name }) => name === 'send email');
    expect(sent).toMatchObject({ kind: 3, attributes: { 'latchkey.email.kind': expect.any(String) } });
    expect(sent?.parentSpanId).toBeUndefined();
    expect(mail.emailsTo(email)[0]?.headers.has('traceparent')).toBe(false);
  });

  it('a request that the proxy does not record is not recorded, and keeps its trace in the log', async () => {
    const traceId = 'b'.repeat(32);
    expect((await lineWith(app, { traceparent: `00-${traceId}-${SPAN}-00` })).trace_id).toBe(traceId);
    const { trace_id } = await lineWith(app, {});
    await arrived(() => collector.of(trace_id).length > 0);
    expect(collector.of(traceId)).toEqual([]);
  });

  it('no span names a person, an address, a token, a path or a query', async () => {
    const { email, token, refresh_token, uid } = await app.signUp();
    const headers = { 'user-agent': 'Secret-agent', 'x-forwarded-for': '203.0.113.77' };
    await app.get(`/api/auth/user?access_token=${token}`, { token, headers });
    await app.refresh(refresh_token);
    await app.get(`/Secret-path/${token}`, { headers });
    await app.get(`/api/admin/users/${uid}`, { headers });
    await app.admin('GET', `/users?email=${email}`);
    await app.service.call('SECRET', '/api/auth/user').catch(() => undefined);
    const { trace_id } = await lineWith(app, {});
    await arrived(() => collector.of(trace_id).length > 0);
    const texts = [email, token, refresh_token, uid, 'Secret', '203.0.113.77', '127.0.0.1', PASSWORD];
    expect(texts.filter((text) => collector.text.includes(text))).toEqual([]);
    const routes = new Set(collector.spans.map(({ attributes }) => attributes['http.route']));
    expect(routes).toContain('/api/admin/users/:uid');
  });

  it('the spans say which service they are of, with the variables of OpenTelemetry', async () => {
    const { trace_id } = await lineWith(app, {});
    await arrived(() => collector.of(trace_id).length > 0);
    expect(collector.resource).toMatchObject({ 'service.name': 'latchkey', 'deployment.environment.name': 'tests' });
    expect(collector.headers.at(-1)?.authorization).toBe('Bearer collector');
  });

  it('a collector that fails is one line of the log, and no failure of requests', async () => {
    collector.status = 400;
    const failures = () => app.service.log.split('The collector did not take spans').length - 1;
    for (let batch = 0; batch < 3; batch++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/health/live')));
      expect(countOutcomes(answers)).toEqual({ 200: 20 });
      await app.advance(FLUSH_SECONDS);
    }
    await app.service.until(() => failures() > 0);
    expect(failures()).toBe(1);
    collector.status = 200;
  });

  it('spans that wait are sent before the service ends', async () => {
    const other = await App.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const { trace_id } = await lineWith(other, {});
    expect(collector.of(trace_id)).toEqual([]);
    await other.service.stop('SIGTERM');
    expect(collector.of(trace_id)).toHaveLength(1);
    await other.stop();
  });
});
