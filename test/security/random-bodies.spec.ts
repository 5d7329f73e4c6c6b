import { connect } from 'node:net';
import fc from 'fast-check';
import { unusualJson, unusualObject, unusualPart } from '../support/http/unusual-input.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, type SignedUp } from '../support/service/app.js';
import { useMail } from '../support/service/mail.js';

/** SEED=… repeats the requests of a failure, with the same LONG. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** LONG=1 is the large budget, of `npm run test:long`. */
const REQUESTS = process.env.LONG === '1' ? 4_000 : 500;
/** The number of requests without a check of the answer before the last test, for each endpoint. */
const UNJUDGED = 3;
const TIME_MS = 300_000;
const ANSWER_MS = 10_000;
const LANES = 3;
/** How many requests use one user, whom the first of them may already delete. */
const REQUESTS_OF_A_USER = 10;
/** The message about bytes that are not HTTP, which reach no endpoint. */
const NOT_HTTP = 'The request is not valid HTTP.';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as data
type Json = any;
type Operation = { method: string; path: string; about: Json };
/** The placeholders of a request, for values that are not known before it is sent. */
type Wildcards = Record<string, string>;

interface Sent {
  target: string;
  headers: string[];
  body: string;
  framing: 'length' | 'chunked' | 'truncated';
}

/** The statuses and codes of the answers. */
const seen = new Set<string>();
const { app } = useMail();
let user: SignedUp;
let document: Json;
let operations: Operation[];
beforeAll(async () => {
  document = (await app.get('/openapi.json')).json;
  operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, about]): Operation => ({ method, path, about })),
  );
});

const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'Bearer null',
  'Bearer ..',
  'Bearer adm_',
  `Bearer ${'x'.repeat(9_000)}`,
  'Bearer \u00ff\u0080',
  'Bearer REFRESH',
  'Bearer TOKEN, Bearer TOKEN',
];
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json; charset=latin1',
  'application/x-ndjson',
  'text/plain',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  'nonsense',
  '',
  'application/json, text/html',
];
const HEADERS = [
  'accept: */*;q=nonsense',
  'x-forwarded-for: , ,1.2.3.4:x, [::',
  'x-request-id: ../../x',
  'content-encoding: gzip',
  'user-agent: \u00ff\u0001',
  'cookie: a=b; __proto__=x',
  'expect: 100-continue',
  'expect: nonsense',
  'range: bytes=0-',
  'if-none-match: *',
  'origin: null',
  'host: example.com:99999',
  `x-long: ${'y'.repeat(9_000)}`,
  'constructor: x',
  '__proto__: x',
];
/** Values that pass the first check of a field. */
const FITTING: Record<string, string[]> = {
  email: ['"EMAIL"', '"NEW_EMAIL"'],
  password: ['"PASSWORD"'],
  old_password: ['"PASSWORD"'],
  new_password: ['"PASSWORD"'],
  refresh_token: ['"REFRESH"', '"TOKEN"'],
  scopes: ['["read"]', '["read","write","export"]'],
  uid: ['"UID"'],
  next_url: ['"https://example.com/a?b=c#d"'],
  reset_url: ['"https://example.com/"'],
};

const often = <T>(weight: number, value: T) => ({ weight, arbitrary: fc.constant(value) });

function requestsOf({ path, about }: Operation): fc.Arbitrary<Sent> {
  const parameters: Json[] = about.parameters ?? [];
  const names = parameters.filter((each) => each.in === 'query').map((each) => each.name);
  const name = fc.constantFrom(...names, 'limit', 'cursor', 'token', '__proto__', 'a[b]', '%', '');
  const query = fc.array(
    fc.tuple(name, unusualPart).map((pair) => pair.join('=')),
    { maxLength: 3 },
  );
  const parts = fc.array(fc.oneof(often(2, 'UID'), { weight: 3, arbitrary: unusualPart }), {
    minLength: 3,
    maxLength: 3,
  });
  const target = fc.tuple(parts, query).map(([values, pairs]) => {
    let next = 0;
    const filled = path.replace(/\{\w+\}/g, () => values[next++] ?? '');
    return pairs.length ? `${filled}?${pairs.join('&')}` : filled;
  });
  const schema = resolve(Object.values<Json>(about.requestBody?.content ?? {})[0]?.schema) ?? {};
  const fields = Object.keys(schema.properties ?? {}).map((field) => [field, FITTING[field] ?? []]);
  const object = unusualObject(Object.fromEntries(fields));
  const cut = fc.tuple(object, fc.nat({ max: 100 })).map(([text, end]) => text.slice(0, end));
  const body = fc.oneof(
    { weight: 8, arbitrary: object },
    unusualJson,
    cut,
    fc.string({ unit: 'binary' }),
    fc.constant(''),
  );
  const own = path.startsWith('/api/admin') ? 'Bearer ADMIN' : 'Bearer TOKEN';
  const authorization = fc.oneof(
    often(6, own),
    fc.constantFrom('Bearer TOKEN', 'Bearer ADMIN', undefined, ...AUTHORIZATIONS),
  );
  const type = fc.oneof(often(5, 'application/json'), fc.constantFrom(undefined, ...TYPES));
  const more = fc.oneof(often(4, [] as string[]), fc.subarray(HEADERS, { maxLength: 2 }));
  const headers = fc
    .tuple(authorization, type, more)
    .map(([bearer, media, others]) => [
      ...(bearer === undefined ? [] : [`authorization: ${bearer}`]),
      ...(media === undefined ? [] : [`content-type: ${media}`]),
      ...others,
    ]);
  const framing = fc.oneof(often(8, 'length' as const), fc.constantFrom('chunked' as const, 'truncated' as const));
  return fc.record({ target, headers, body, framing });
}

function resolve(schema: Json): Json {
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
}

async function wildcards(): Promise<Wildcards> {
  const { uid, email, token, refresh_token } = user;
  return {
    NEW_EMAIL: newEmail(),
    UID: uid,
    EMAIL: email,
    TOKEN: token,
    REFRESH: refresh_token,
    ADMIN: ADMIN_TOKEN,
    PASSWORD,
  };
}

function bytesOf(method: string, { target, headers, body, framing }: Sent, known: Wildcards): Buffer {
  const fill = (text: string) =>
    text.replace(/\b(?:NEW_EMAIL|UID|EMAIL|TOKEN|REFRESH|ADMIN|PASSWORD)\b/g, (word) => known[word] as string);
  const bytes = Buffer.from(fill(body));
  const length = framing === 'truncated' ? bytes.length + 7 : bytes.length;
  const lines = [
    `${method.toUpperCase()} ${fill(target)} HTTP/1.1`,
    ...(headers.some((line) => line.startsWith('host:')) ? [] : ['host: localhost']),
    ...headers.map(fill),
    'connection: close',
    framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (framing !== 'chunked') return Buffer.concat([head, bytes]);
  const half = bytes.length >> 1;
  const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter((chunk) => chunk.length > 0);
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([head, ...framed, Buffer.from('0\r\n\r\n')]);
}

/** Sends bytes, and no more; returns what is received until the connection closes. */
function exchange(bytes: Buffer, halfClosed: boolean): Promise<string> {
  const { hostname, port } = new URL(app.service.url);
  return new Promise((done, fail) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      fail(new Error(`No answer within ${ANSWER_MS} ms.`));
    }, ANSWER_MS);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    // A server that answers before it has read everything resets the connection after the answer.
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      done(text);
    });
    if (halfClosed) socket.end(bytes);
    else socket.write(bytes);
  });
}

function check({ path, about }: Operation, { framing }: Sent, text: string): void {
  // An incomplete body need not be answered.
  if (text === '' && framing === 'truncated') return;
  const final = text.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  const success = about.responses[status];
  seen.add(`${status} ${/"code":"(\w+)/.exec(text)?.[1] ?? ''}`);
  expect(status).toBeLessThan(500);
  if (status < 400) {
    expect(success).toBeDefined();
    return;
  }
  const body = JSON.parse(rest.join('\r\n\r\n'));
  if (path === '/oauth2/token' && body.message !== NOT_HTTP) {
    // The form of OAuth (RFC 6749, section 5.2).
    expect(body).toEqual({ error: expect.stringMatching(/^[a-z_]+$/), error_description: expect.stringMatching(/\S/) });
    const errors = success?.content['application/json'].schema.properties.error?.enum ?? [];
    expect([...errors, 'invalid_request']).toContain(body.error);
    return;
  }
  expect(body).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/\S/) });
  const documented = success?.content['application/json'].schema.properties.code?.enum ?? [];
  // Bytes that are not HTTP, and unknown paths, are answered before an endpoint is found.
  const strayed = ['INVALID_REQUEST', ...(path.includes('{') ? ['NOT_FOUND'] : [])];
  expect([...documented, ...strayed]).toContain(body.code);
}

it(
  `endpoints answer ${REQUESTS} random requests as documented (SEED=${SEED})`,
  async () => {
    const numRuns = Math.ceil(REQUESTS / operations.length);
    // The limit ends the search for the simplest request, and fails a run that was too slow for all requests.
    const limit = { interruptAfterTimeLimit: TIME_MS / 2, markInterruptAsFailure: true };
    let sent = 0;
    const waiting = [...operations];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const operation = next;
        const send = async (request: Sent) => {
          if (sent++ % REQUESTS_OF_A_USER === 0) user = await app.signUp();
          const bytes = bytesOf(operation.method, request, await wildcards());
          check(operation, request, await exchange(bytes, request.framing === 'truncated'));
        };
        await fc.assert(fc.asyncProperty(requestsOf(operation), send), { numRuns, seed: SEED, ...limit });
      }
    };
    user = await app.signUp();
    await Promise.all(Array.from({ length: LANES }, lane));
    // Some requests must have passed the first checks.
    expect(seen.size).toBeGreaterThan(10);
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  },
  TIME_MS,
);

it('the service still accepts logins after malformed requests', async () => {
  user = await app.signUp();
  for (const operation of operations) {
    for (const request of fc.sample(requestsOf(operation), { numRuns: UNJUDGED, seed: SEED })) {
      await exchange(bytesOf(operation.method, request, await wildcards()), request.framing === 'truncated');
    }
  }
  const { email } = await app.signUp();
  expect((await app.login(email, PASSWORD)).status).toBe(200);
  expect(app.service.running).toBe(true);
  expect(app.service.log).not.toMatch(/unhandled|uncaught|INTERNAL_ERROR/i);
});
