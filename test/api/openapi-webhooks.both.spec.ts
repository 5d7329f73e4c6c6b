import type { Answer } from '../support/http/http.js';
import { BAD_BODIES, type Failures, type Scenario, testDocument } from '../support/http/openapi.js';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Receiver } from '../support/service/receiver.js';

const UNKNOWN_ID = '019391a0-0000-7000-8000-000000000000';
const ONE = `/webhooks/${UNKNOWN_ID}`;

const app = useApp({ WEBHOOK_NETWORKS: '127.0.0.1' });
let receiver: Receiver;
let reader: string;
let id: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  reader = (await app.adminToken(['read', 'write', 'export'])).token;
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  id = (await create()).json.webhook_id;
});
afterEach(() => app.admin('DELETE', `/webhooks/${id}`));

const create = (more: object = {}): Promise<Answer> =>
  app.admin('POST', '/webhooks', { url: receiver.url, types: ['user.*'], ...more });

/** The failures of a route. */
function fails(method: string, path: string): Record<string, Scenario> {
  const address = `/api/admin${path}`;
  const bad = method === 'GET' ? [] : Object.entries(BAD_BODIES);
  const sent = bad.map(([code, body]): [string, Scenario] => [
    code,
    async () => app.service.call(method, address, { token: (await app.adminToken(['webhooks'])).token, ...body }),
  ]);
  return {
    NOT_AUTHENTICATED: () => app.service.call(method, address),
    NOT_AUTHORIZED: () => app.service.call(method, address, { token: reader }),
    ...Object.fromEntries(sent),
    ...(path.startsWith(ONE) && {
      WEBHOOK_NOT_FOUND: () => app.admin(method, path, method === 'GET' ? undefined : {}),
    }),
  };
}

/** A delivery that waits for its next try. */
async function waiting(): Promise<string> {
  receiver.answer(500);
  await app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD });
  const list = async () => (await app.admin('GET', `/webhooks/${id}/deliveries`)).json.deliveries;
  await app.service.until(async () => (await list())[0]?.attempts === 1);
  receiver.answer(204);
  return (await list())[0].delivery_id;
}

const FAILURES: Failures = {
  'get /api/admin/webhooks': {
    ...fails('GET', '/webhooks'),
    INVALID_REQUEST: () => app.admin('GET', '/webhooks?limit=0'),
  },
  'post /api/admin/webhooks': {
    ...fails('POST', '/webhooks'),
    INVALID_URL: () => create({ url: 'ftp://example.com/' }),
    WEBHOOK_LIMIT_REACHED: async () => {
      const made = await Promise.all(Array.from({ length: 55 }, () => create()));
      for (const { json } of made.filter(({ status }) => status === 200)) {
        await app.admin('DELETE', `/webhooks/${json.webhook_id}`);
      }
      return made.find(({ status }) => status !== 200) as Answer;
    },
  },
  'get /api/admin/webhooks/{id}': fails('GET', ONE),
  'patch /api/admin/webhooks/{id}': {
    ...fails('PATCH', ONE),
    INVALID_URL: () => app.admin('PATCH', `/webhooks/${id}`, { url: 'x' }),
  },
  'delete /api/admin/webhooks/{id}': fails('DELETE', ONE),
  'post /api/admin/webhooks/{id}/secret': fails('POST', `${ONE}/secret`),
  'post /api/admin/webhooks/{id}/test': fails('POST', `${ONE}/test`),
  'post /api/admin/webhooks/{id}/replay': fails('POST', `${ONE}/replay`),
  'get /api/admin/webhooks/{id}/deliveries': {
    ...fails('GET', `${ONE}/deliveries`),
    INVALID_REQUEST: () => app.admin('GET', `/webhooks/${id}/deliveries?status=x`),
  },
  'post /api/admin/webhooks/{id}/deliveries/{delivery_id}/retry': {
    ...fails('POST', `${ONE}/deliveries/${UNKNOWN_ID}/retry`),
    DELIVERY_NOT_FOUND: () => app.admin('POST', `/webhooks/${id}/deliveries/${UNKNOWN_ID}/retry`),
  },
};

const SUCCESSES: Record<string, Scenario> = {
  'get /api/admin/webhooks': () => app.admin('GET', '/webhooks'),
  'post /api/admin/webhooks': async () => {
    const answer = await create();
    await app.admin('DELETE', `/webhooks/${answer.json.webhook_id}`);
    return answer;
  },
  'get /api/admin/webhooks/{id}': () => app.admin('GET', `/webhooks/${id}`),
  'patch /api/admin/webhooks/{id}': () => app.admin('PATCH', `/webhooks/${id}`, { description: 'x' }),
  'delete /api/admin/webhooks/{id}': () => app.admin('DELETE', `/webhooks/${id}`),
  'post /api/admin/webhooks/{id}/secret': () => app.admin('POST', `/webhooks/${id}/secret`, {}),
  'post /api/admin/webhooks/{id}/test': () => app.admin('POST', `/webhooks/${id}/test`),
  'post /api/admin/webhooks/{id}/replay': () => app.admin('POST', `/webhooks/${id}/replay`, { types: ['user.*'] }),
  'get /api/admin/webhooks/{id}/deliveries': async () => {
    await waiting();
    return app.admin('GET', `/webhooks/${id}/deliveries`);
  },
  'post /api/admin/webhooks/{id}/deliveries/{delivery_id}/retry': async () =>
    app.admin('POST', `/webhooks/${id}/deliveries/${await waiting()}/retry`),
};

testDocument(
  () => app,
  (path) => path.startsWith('/api/admin/webhooks'),
  FAILURES,
  SUCCESSES,
);
